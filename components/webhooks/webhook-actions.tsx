'use client'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { ActIdentity } from '@/components/approvals/act-identity'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { useFollow } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { LiveRegion } from '@/components/ui/status'
import { deleteFormDraft, newIntentId, readFormDraft, saveFormDraft } from '@/lib/browser/form-drafts'
import { isTimestamp } from '@/lib/domain/values'
import { changeWebhook, deleteWebhook, webhooksQuery } from '@/lib/features/webhooks/browser/webhooks'
import type { WebhookChange } from '@/lib/features/webhooks/input'
import { type ChangedWebhook, oldSecretHours, type Webhook } from '@/lib/features/webhooks/interface'
import type { Environment } from '@/lib/provider/environments'
import { AnswerNote } from './answer-note'
import { LostSecretNote, SecretNote } from './secret-note'
import { waitingText } from './webhook-item'

type Change = WebhookChange | { action: 'delete' }

/** What a screen reader is told when it is done; what appears on the page speaks for itself. */
const doneTexts: Partial<Record<Change['action'], string>> = {
  'turn-on': 'Webhook turned on',
  'turn-off': 'Webhook turned off',
  replay: 'Events are sent again',
  retire: 'Old secret no longer used',
  delete: 'Webhook deleted',
}

/** In place of a secret that was in an answer before, which did not arrive. */
const lost = Symbol('lost')

type Opened = 'replay' | 'rotate' | 'retire' | 'delete'

type ActionsProps = { environment: Environment; person: string; webhook: Webhook }

/** What can be done with a webhook, and what came of it. */
export function WebhookActions({ environment, person, webhook }: ActionsProps) {
  const { id, name, state, waiting, old_secret_until } = webhook
  const client = useQueryClient()
  const follow = useFollow()
  /** Of a rotation that is not known to be done: what was confirmed at company sign-in is one of this id. */
  const rotationKey = { person, environment, path: `webhooks/${id}` }
  const [kept] = useState(() => readFormDraft(rotationKey)?.intent)
  const [open, setOpen] = useState<Opened | undefined>(kept ? 'rotate' : undefined)
  const [secret, setSecret] = useState<string | typeof lost>()
  const [rotation, setRotation] = useState(() => kept || newIntentId())
  const replayButton = useRef<HTMLButtonElement>(null)
  const rotateButton = useRef<HTMLButtonElement>(null)
  /** Not what was opened while another change was under way. */
  const close = (done: Change['action']) => setOpen((what) => (what === done ? undefined : what))
  const { start, isPending, variables, problem, data } = useWrite({
    mutationFn: async (change: Change): Promise<ChangedWebhook> =>
      change.action === 'delete' ? deleteWebhook(environment, id) : changeWebhook(environment, id, change),
    onSuccess: (changed, { action }) => {
      client.setQueryData(webhooksQuery(environment).queryKey, changed.webhooks)
      close(action)
      if (action === 'delete') follow(`/${environment}/webhooks`)
      if (action === 'replay') replayButton.current?.focus()
      if (action === 'rotate') {
        deleteFormDraft(rotationKey)
        setSecret(changed.secret ?? lost)
        setRotation(newIntentId())
      }
      const text = doneTexts[action]
      if (text) announce(text)
    },
    // What went wrong is said on the page, which a dialog would hide.
    onError: (_, { action }) => (action === 'retire' || action === 'delete') && close(action),
  })
  const runs = (action: Change['action']) => (isPending && variables?.action === action) || undefined
  const isOff = state === 'off'
  const opener = (what: Opened, label: string, more: object = {}) => (
    <Button size="small" onClick={() => setOpen(open === what ? undefined : what)} {...more}>
      {label}…<span className="sr-only"> {name}</span>
    </Button>
  )
  const confirmed = (kind: 'primary' | 'danger', label: string, change: Change) => (
    <Button kind={kind} aria-busy={isPending || undefined} onClick={() => start(change)}>
      {label}
    </Button>
  )
  const onClosed = () => setOpen(undefined)
  const closeSecret = () => {
    setSecret(undefined)
    rotateButton.current?.focus()
  }
  const cancel = (opener: RefObject<HTMLButtonElement | null>) => {
    if (open === 'rotate') deleteFormDraft(rotationKey)
    setOpen(undefined)
    opener.current?.focus()
  }
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" aria-busy={runs('test')} onClick={() => start({ action: 'test' })}>
          {runs('test') ? 'Sending…' : 'Send test'}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button
          size="small"
          aria-busy={runs('turn-on') || runs('turn-off')}
          onClick={() => start({ action: isOff ? 'turn-on' : 'turn-off' })}
        >
          {isOff ? 'Turn on' : 'Turn off'}
          <span className="sr-only"> {name}</span>
        </Button>
        {opener('replay', 'Send again', { ref: replayButton, 'aria-expanded': open === 'replay' })}
        {opener('rotate', 'New secret', { ref: rotateButton, 'aria-expanded': open === 'rotate' })}
        {old_secret_until && opener('retire', 'Stop using the old secret')}
        {opener('delete', 'Delete')}
      </div>
      {isOff && open !== 'rotate' && <ActIdentity environment={environment} />}
      {open === 'replay' && (
        <ReplayForm
          isPending={isPending}
          onReplay={(from) => start({ action: 'replay', from })}
          onClose={() => cancel(replayButton)}
        />
      )}
      {open === 'rotate' && (
        <form
          className="mt-3 max-w-[560px]"
          onKeyDown={({ key }) => key === 'Escape' && cancel(rotateButton)}
          onSubmit={(event) => {
            event.preventDefault()
            saveFormDraft(rotationKey, { values: {}, intent: rotation, savedAt: Date.now() })
            start({ action: 'rotate', id: rotation })
          }}
        >
          <p>
            For {oldSecretHours} hours messages are signed with the old and the new secret, so that the receiver can
            change over without refusing any.
          </p>
          <ActIdentity environment={environment} />
          <div className="mt-3 flex flex-wrap gap-2">
            <Button type="submit" autoFocus kind="primary" aria-busy={runs('rotate')}>
              Make a new secret
            </Button>
            <Button kind="plain" onClick={() => cancel(rotateButton)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
      <LiveRegion>
        {data?.answer && !isPending && <AnswerNote answer={data.answer} what="the test message" />}
      </LiveRegion>
      {secret === lost && <LostSecretNote onClose={closeSecret} />}
      {typeof secret === 'string' && (
        <SecretNote secret={secret} onClose={closeSecret}>
          Give it to the receiver within {oldSecretHours} hours. Until then messages are signed with the old secret as
          well.
        </SecretNote>
      )}
      <WriteError problem={problem} className="mt-2" />
      {open === 'retire' && (
        <ConfirmDialog
          title={`Stop using the old secret of ${name}?`}
          cancel="Keep signing with both"
          onClosed={onClosed}
          actions={confirmed('danger', 'Stop using it', { action: 'retire' })}
        >
          <p>A receiver that does not know the new secret yet will refuse every message.</p>
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete the webhook ${name}?`}
          cancel="Keep it"
          onClosed={onClosed}
          actions={confirmed('danger', 'Delete', { action: 'delete' })}
        >
          <p>{waiting > 0 ? `${waitingText(waiting)} will not be sent.` : 'Nothing more will be sent to it.'}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

type ReplayProps = { isPending: boolean; onReplay: (from: string) => void; onClose: () => void }

/** Asks since when events are sent again. */
function ReplayForm({ isPending, onReplay, onClose }: ReplayProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  useEffect(() => document.getElementById(id)?.focus(), [id])
  return (
    <form
      noValidate
      className="mt-3 grid max-w-[420px] gap-3"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      onSubmit={(event) => {
        event.preventDefault()
        const from = text.trim().replace(' ', 'T')
        const time = isTimestamp(from) ? from : `${from}Z`
        if (isTimestamp(time)) return onReplay(time)
        setError('Enter the time like 2026-11-19 14:31:00. It is read as UTC.')
        document.getElementById(id)?.focus()
      }}
    >
      <Field
        id={id}
        label="Since when, in UTC"
        hint="Like 2026-11-19 14:31:00. The receiver knows repeats by their webhook-id."
        error={error}
        value={text}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" aria-busy={isPending || undefined}>
          Send again
        </Button>
        <Button kind="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
