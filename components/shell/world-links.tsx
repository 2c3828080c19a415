'use client'
/** Links by which colleagues join the visitor's world: makes one, lists them, revokes them. */
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyAction } from '@/components/ui/copy'
import { Dialog } from '@/components/ui/overlays'
import { RadioGroup } from '@/components/ui/radio-group'
import { Moment } from '@/components/ui/time'
import { capitalized } from '@/lib/browser/labels'
import { makeLink, revokeLink, worldLinks } from '@/lib/features/worlds/browser/worlds'
import type { WorldLink } from '@/lib/features/worlds/interface'
import { type DefaultRole, isRole, rolePurposes, roles } from '@/lib/provider/roles'

type WorldLinksProps = { onClosed: () => void; onReturned: () => void }

export default function WorldLinks(props: WorldLinksProps) {
  const [links, setLinks] = useState<readonly WorldLink[]>()
  const [role, setRole] = useState<DefaultRole>('approver')
  const [made, setMade] = useState<{ url: string; link: WorldLink }>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function act<Answer>(ask: () => Promise<Answer>, show: (answer: Answer) => void) {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      show(await ask())
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Mintdesk could not be reached.')
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    worldLinks().then(
      (answer) => setLinks(answer.links),
      (error: Error) => setFailure(error.message),
    )
  }, [])
  const make = () =>
    act(
      () => makeLink(role),
      (answer) => {
        setMade(answer)
        setLinks((before = []) => [answer.link, ...before])
      },
    )
  const revoke = (id: string) =>
    act(
      () => revokeLink(id),
      (answer) => {
        setLinks(answer.links)
        if (made?.link.id === id) setMade(undefined)
      },
    )

  return (
    <Dialog title="Invite a colleague" shape="wide" {...props}>
      <p className="text-ink-2">
        Whoever opens the link joins this demo in the role that you choose, works beside you, and cannot change roles,
        start over or delete it. A link works for 24 hours, until you revoke it, or until you start over.
      </p>
      <h3 id="link-role" className="mt-4 mb-1 text-md font-label">
        Role
      </h3>
      <RadioGroup
        id="link-role-first"
        name="link-role"
        aria-labelledby="link-role"
        options={roles.map((value) => ({ value, label: capitalized(value), explanation: rolePurposes[value] }))}
        value={role}
        onChange={(value) => isRole(value) && setRole(value)}
      />
      <p className="mt-3">
        <Button kind="primary" aria-busy={isBusy || undefined} onClick={make}>
          Create link
        </Button>
      </p>
      {failure && (
        <p role="alert" className="mt-3 text-bad">
          {failure}
        </p>
      )}
      {made && (
        <div role="status" className="mt-4 rounded-r-2 bg-sunken p-3">
          <p className="font-label">Send this link to one colleague. It is shown only now.</p>
          <p className="mt-2 font-mono text-sm [overflow-wrap:anywhere]">{made.url}</p>
          <p className="mt-2">
            <CopyAction text={made.url} label="Copy link" />
          </p>
        </div>
      )}
      {links && links.length > 0 && (
        <>
          <h3 className="mt-6 text-md font-label">Links</h3>
          <ul aria-label="Links" className="mt-1 border-t border-hairline">
            {links.map(({ id, role: opens, by, made_at, used_at }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 border-b border-hairline py-1.5">
                <span className="w-20 font-label">{capitalized(opens)}</span>
                <span className="text-sm text-ink-2">
                  made <Moment at={Date.parse(made_at)} clock="console" /> by {by},{' '}
                  {used_at ? (
                    <>
                      last used <Moment at={Date.parse(used_at)} clock="console" />
                    </>
                  ) : (
                    'not used yet'
                  )}
                </span>
                <Button
                  size="small"
                  className="ml-auto"
                  aria-label={`Revoke the link for ${opens}`}
                  onClick={() => revoke(id)}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
