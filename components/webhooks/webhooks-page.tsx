'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ActIdentity } from '@/components/approvals/act-identity'
import { Select } from '@/components/forms/fields'
import { FormButtons, useWrite, WriteError } from '@/components/forms/small-form'
import { SettingsFrame } from '@/components/settings/settings-frame'
import { Button } from '@/components/ui/button'
import { Checkbox, Field, FieldPrefix } from '@/components/ui/field'
import { useFocusAfter } from '@/components/ui/focus'
import { ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { EmptyState, Section, Skeleton } from '@/components/ui/section'
import { useZone } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { useViews } from '@/components/views/view-data'
import { deleteFormDraft, newIntentId, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'
import { visibleText } from '@/lib/domain/invisible-characters'
import { addWebhook, webhooksQuery } from '@/lib/features/webhooks/browser/webhooks'
import {
  chatEvents,
  formatOfAddress,
  maximumWebhooks,
  type WebhookEvent,
  webhookEventNames,
  webhookEvents,
  webhookFormatNames,
  webhookFormats,
} from '@/lib/features/webhooks/interface'
import { webhooksRows } from '@/lib/features/webhooks/operations'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { ChatNote, LostSecretNote, SecretNote } from './secret-note'
import { WebhookItem } from './webhook-item'

/** Milliseconds after which the state of deliveries is read again. */
const interval = 5_000

type WebhooksPageProps = { environment: Environment; person: string; roles: readonly Role[] }

/** The systems that Mintdesk sends events to, and the form for another one. */
export function WebhooksPage({ environment, person, roles }: WebhooksPageProps) {
  const read = useRead(webhooksQuery(environment), interval)
  const { shown: webhooks, at = 0, isLost } = read
  const [isAdding, setAdding] = useState(false)
  // Company sign-in leads back here. The server knows no drafts.
  useEffect(() => {
    if (readFormDraft(webhookDraft(environment, person))) setAdding(true)
  }, [environment, person])
  const add = useRef<HTMLButtonElement>(null)
  useFocusAfter(isAdding, () => add.current)
  const mayChange = roles.some((role) => webhooksRows.addWebhook.roles.includes(role))
  const isFull = (webhooks?.length ?? 0) >= maximumWebhooks
  return (
    <SettingsFrame
      environment={environment}
      roles={roles}
      actions={
        <>
          <UpdatedAgo {...read} isReading={read.isFetching} onRefresh={read.onRetry} />
          {/* Also before the list is known, so that it pushes nothing when it comes. */}
          {mayChange && !isLost && !isAdding && !isFull && (
            <Button ref={add} onClick={() => setAdding(true)}>
              <Plus />
              {/* One box, or the gap of the button would double the space. */}
              <span>
                New<span className="max-sm:sr-only"> webhook</span>
              </span>
            </Button>
          )}
        </>
      }
    >
      <ReadNotices what="The list of webhooks" {...read} />
      {isAdding && <WebhookForm environment={environment} person={person} onClose={() => setAdding(false)} />}
      {webhooks && webhooks.length > 0 && (
        <ul className="mt-6 border-t border-hairline">
          {webhooks.map((webhook) => (
            <WebhookItem key={webhook.id} environment={environment} webhook={webhook} now={at} />
          ))}
        </ul>
      )}
      {webhooks?.length === 0 && !isAdding && (
        <EmptyState title="No webhooks yet">
          <p>
            A webhook tells another system when travel rule details are requested, an approval is needed, a transfer
            fails or an outcome is unknown. Messages are signed, in order, and repeated until accepted.
          </p>
        </EmptyState>
      )}
      {isFull && <p className="mt-4 text-ink-2">There can be at most {maximumWebhooks} webhooks.</p>}
      {read.isLate && <Skeleton className="mt-8 w-96" />}
    </SettingsFrame>
  )
}

/** What needs a person, which is what most webhooks are for. */
const usualEvents: WebhookEvent[] = [
  'transfer.travel_rule_requested',
  'transfer.approval_needed',
  'transfer.failed',
  'request.outcome_unknown',
]

/** `format` is empty while the address decides. */
const blank = { name: '', url: '', format: '', view: '', events: usualEvents as string[] }
type Values = typeof blank

const formatOf = ({ format, url }: Values) =>
  webhookFormatNames.find((name) => name === format) ?? formatOfAddress(url.trim())

const eventsOf = (values: Values): readonly WebhookEvent[] =>
  formatOf(values) === 'standard' ? webhookEventNames : chatEvents
const chosenEvents = (values: Values) => eventsOf(values).filter((event) => values.events.includes(event))

function errorsOf(values: Values, isViewKnown: boolean): Partial<Record<keyof Values, string>> {
  const { name, url, view } = values
  return {
    ...(name.trim() === '' && { name: 'Enter a name.' }),
    ...(!URL.canParse(url.trim()) && { url: 'Enter a web address, like https://desk.example/hooks/mintdesk.' }),
    ...(chosenEvents(values).length === 0 && { events: 'Choose at least one event.' }),
    ...(view !== '' && !isViewKnown && { view: 'This view was not found. Choose another.' }),
  }
}

/** Where a tab keeps what was typed of a new webhook. */
export const webhookDraft = (environment: Environment, person: string) => ({ person, environment, path: 'webhooks' })

type FormProps = { environment: Environment; person: string; onClose: () => void }

/** Adds a webhook, and shows its secret once. What is typed is kept in the tab until it is added. */
export function WebhookForm({ environment, person, onClose }: FormProps) {
  const id = useId()
  const { zone } = useZone()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const draftKey = webhookDraft(environment, person)
  const [draft] = useState(() => readFormDraft(draftKey))
  const [intent] = useState(() => draft?.intent || newIntentId())
  const [values, setValues] = useState<Values>(() => (draft ? restoreShape(blank, draft.values) : blank))
  const [tries, setTries] = useState(0)
  // A webhook is told in the background, for which nobody's notes can be searched.
  const views = useViews(environment).offered.filter(
    ({ list, search }) => list === 'transfers' && !new URLSearchParams(search).has('x.note'),
  )
  const view = views.find((one) => one.id === values.view)
  const format = formatOf(values)
  const { start, isPending, problem, data } = useWrite({
    mutationFn: () =>
      addWebhook(environment, {
        id: intent,
        name: values.name.trim(),
        url: values.url.trim(),
        zone,
        events: chosenEvents(values),
        format,
        ...(view && { view: view.search }),
      }),
    onSuccess: () => {
      deleteFormDraft(draftKey)
      void client.invalidateQueries({ queryKey: webhooksQuery(environment).queryKey })
    },
  })
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])
  const refused = Object.fromEntries((problem?.problem.errors ?? []).map(({ field, message }) => [field, message]))
  const invalid = errorsOf(values, view !== undefined)
  const errorOf = (name: keyof Values) => (tries > 0 ? (invalid[name] ?? refused[name]) : undefined)
  const hasOtherError = problem && !Object.keys(blank).some((name) => refused[name])
  const change = (changes: Partial<Values>) => {
    const next = { ...values, ...changes }
    setValues(next)
    saveFormDraft(draftKey, { values: next, intent, savedAt: Date.now() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    const [first] = Object.keys(invalid)
    if (first) document.getElementById(`${id}${first}`)?.focus()
    else start()
  }
  const cancel = () => {
    deleteFormDraft(draftKey)
    onClose()
  }
  if (data)
    return (
      <Section title={`${data.webhook.name} was added`}>
        {data.webhook.format ? (
          <ChatNote tool={webhookFormats[data.webhook.format]} onClose={onClose} />
        ) : data.secret ? (
          <SecretNote secret={data.secret} onClose={onClose}>
            Use it to verify signatures.
          </SecretNote>
        ) : (
          <LostSecretNote onClose={onClose} />
        )}
      </Section>
    )
  return (
    <Section title="New webhook">
      <form ref={form} noValidate aria-label="New webhook" onSubmit={submit} className="mt-4 grid max-w-[560px] gap-4">
        <Field
          id={`${id}name`}
          label="Name"
          error={errorOf('name')}
          value={values.name}
          maxLength={80}
          autoComplete="off"
          onChange={({ target }) => change({ name: target.value })}
        />
        <Field
          id={`${id}url`}
          label="Address"
          hint="Where messages are sent by POST, like https://desk.example/hooks/mintdesk"
          error={errorOf('url')}
          value={values.url}
          type="url"
          autoComplete="off"
          onChange={({ target }) => change({ url: target.value })}
        />
        <Select
          frame={{
            id: `${id}format`,
            label: 'Format',
            error: errorOf('format'),
            hint: 'Slack and Teams show what needs attention: amount, destination, deadline and a link. Nothing is decided there.',
          }}
          options={webhookFormatNames.map((name) => ({ value: name, label: webhookFormats[name] }))}
          value={format}
          onChoose={(chosen) => change({ format: chosen })}
        />
        <fieldset
          id={`${id}events`}
          tabIndex={-1}
          aria-describedby={errorOf('events') && `${id}events-error`}
          className="grid gap-1"
        >
          <legend className="mb-1 text-md font-label">Events</legend>
          <FieldPrefix id={`${id}events`} label="Events" error={errorOf('events')} />
          {eventsOf(values).map((event) => (
            <label key={event} htmlFor={`${id}${event}`} className="flex min-h-8 items-center gap-2 max-sm:min-h-11">
              <Checkbox
                id={`${id}${event}`}
                checked={values.events.includes(event)}
                onChange={({ target }) =>
                  change({
                    events: target.checked ? [...values.events, event] : values.events.filter((one) => one !== event),
                  })
                }
              />
              <span>
                {webhookEvents[event]} <span className="font-mono text-sm text-ink-3">{event}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Select
          frame={{
            id: `${id}view`,
            label: 'Only transfers matching',
            error: errorOf('view'),
            hint: 'A saved view. Changing the view later does not change the webhook.',
          }}
          blank="All transfers"
          options={views.map((one) => ({ value: one.id, label: visibleText(one.name) }))}
          value={values.view}
          onChoose={(chosen) => change({ view: chosen })}
        />
        <ActIdentity environment={environment} />
        {hasOtherError && <WriteError problem={problem} />}
        <FormButtons label="Add webhook" pending="Adding…" isPending={isPending} onCancel={cancel} />
      </form>
    </Section>
  )
}
