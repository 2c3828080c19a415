'use client'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { SettingsFrame } from '@/components/settings/settings-frame'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { ConfirmDialog } from '@/components/ui/dialog'
import { announce, useRestoredFocus } from '@/components/ui/focus'
import { ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { Section, SkeletonLines } from '@/components/ui/section'
import { Time, useZone } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { activityReaders } from '@/lib/api/intents'
import { timeBy } from '@/lib/browser/clocks'
import { capitalized, countText } from '@/lib/browser/labels'
import { accessQuery, endOtherSessions, endSession, seesAccess } from '@/lib/features/people/browser/people'
import type { OpenSession, OwnRole, PersonAccess } from '@/lib/features/people/interface'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { limitsText, mayText, rightsOf, sourceTexts } from './access-texts'

/** Milliseconds after which it is read again. */
const interval = 15_000

type PageProps = { environment: Environment; roles: readonly Role[] }

/** Who has access, and the open sessions; for most people only their own sessions. */
export function PeoplePage({ environment, roles }: PageProps) {
  const read = useRead(accessQuery(environment, roles), interval)
  const { shown, at } = read
  const now = timeBy('console', at ?? 0)
  return (
    <SettingsFrame
      environment={environment}
      roles={roles}
      actions={
        <>
          <UpdatedAgo {...read} isReading={read.isFetching} onRefresh={read.onRetry} />
          {seesAccess(roles) && <ButtonLink href={`/${environment}/settings/people/review`}>Access review</ButtonLink>}
        </>
      }
    >
      <ReadNotices what="People and sessions" {...read} />
      {read.isLate && <SkeletonLines widths={[420, 380, 460]} className="mt-8" />}
      {shown?.people && <People people={shown.people} environment={environment} roles={roles} now={now} />}
      {shown?.roles && <OwnRoles roles={shown.roles} />}
      {shown && (
        <Sessions
          sessions={shown.sessions}
          isOfAll={shown.people !== undefined}
          environment={environment}
          roles={roles}
          now={now}
        />
      )}
    </SettingsFrame>
  )
}

/** A table whose rows are cards of two lines on a phone: nothing scrolls sideways. */
const CardTable = ({ name, head, children }: { name: string; head: ReactNode; children: ReactNode }) => (
  <table aria-label={name} tabIndex={-1} className="block w-full border-separate border-spacing-0 sm:table">
    <thead className="hidden whitespace-nowrap sm:table-header-group">
      <tr>{head}</tr>
    </thead>
    <tbody className="block sm:table-row-group">{children}</tbody>
  </table>
)

const Head = ({ children }: { children: ReactNode }) => (
  <th
    scope="col"
    className="h-(--row-tight) border-b border-hairline-strong px-2 text-left text-sm font-label text-ink-3 last:text-right"
  >
    {children}
  </th>
)

const TimeHead = ({ children }: { children: string }) => {
  const zone = useZone()
  return (
    <Head>
      {children}
      {zone.isRelative ? '' : `, ${zone.name}`}
    </Head>
  )
}

const card = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-b border-hairline py-2 sm:table-row'
const cell =
  'min-w-0 text-left align-middle [font-weight:inherit] [overflow-wrap:anywhere] sm:h-(--row-height) sm:border-b sm:border-hairline sm:px-2 sm:py-0.5'

const sourcesOf = (people: readonly PersonAccess[]) =>
  new Set(people.flatMap(({ roles }) => roles.map(({ from }) => from)))

function People({ people, environment, roles, now }: PageProps & { people: readonly PersonAccess[]; now: number }) {
  const sources = sourcesOf(people)
  const [only] = sources.size === 1 ? sources : []
  return (
    <Section
      title="People"
      more={`${people.length}${only ? `, all ${only === 'demo' ? 'demo users' : `by ${sourceTexts[only]}`}` : ''}`}
    >
      <CardTable
        name="People"
        head={
          <>
            <Head>Name</Head>
            <Head>Role</Head>
            <Head>May</Head>
            <TimeHead>Last active</TimeHead>
            <Head>Sessions</Head>
          </>
        }
      >
        {people.map((person) => (
          <tr key={person.subject} className={card}>
            <th scope="row" className={cell} title={person.subject}>
              {person.name}
            </th>
            <td className={`${cell} max-sm:text-right!`}>
              {person.roles.map(({ name, from }, index) => (
                <span key={name} className="whitespace-nowrap">
                  {index > 0 && ', '}
                  {capitalized(name)}
                  {only === undefined && <span className="text-sm text-ink-3"> by {sourceTexts[from]}</span>}
                </span>
              ))}
            </td>
            <td className={`${cell} text-ink-2 max-sm:col-span-2`}>
              {person.roles.length > 0 ? mayText(rightsOf(person)) : 'No access any more'}
              {person.roles.map(
                ({ name, limits }) =>
                  limitsText(limits) && (
                    <span key={name} className="block text-sm text-ink-3">
                      {person.roles.length > 1 && `${capitalized(name)}: `}
                      {limitsText(limits)}
                    </span>
                  ),
              )}
            </td>
            <td className={cell}>
              <span className="text-ink-3 sm:hidden">Last active </span>
              <Time value={person.seen_at} now={now} />
            </td>
            <td className={`${cell} text-right! tabular-nums`}>
              {person.sessions}
              <span className="text-ink-3 sm:hidden"> open</span>
            </td>
          </tr>
        ))}
      </CardTable>
      {roles.some((role) => activityReaders.includes(role)) && (
        <p className="mt-3 text-sm text-ink-2">
          No one can approve their own request.{' '}
          <Link
            className="underline decoration-hairline-strong underline-offset-3 hover:decoration-current"
            href={`/${environment}/settings/policies`}
          >
            Policies
          </Link>
        </p>
      )}
    </Section>
  )
}

/** The roles that the company defines, whether anyone has them or not. */
const OwnRoles = ({ roles }: { roles: readonly OwnRole[] }) => (
  <Section title="Roles of your own" more="from ROLES">
    <ul>
      {roles.map(({ name, groups, rights, limits }) => (
        <li key={name} className="border-b border-hairline py-2">
          <span className="font-label">{capitalized(name)}</span>{' '}
          <span className="text-ink-2">{[mayText(rights), limitsText(limits)].filter(Boolean).join('; ')}</span>
          <span className="block text-sm text-ink-3">Groups: {groups.join(', ')}</span>
        </li>
      ))}
    </ul>
  </Section>
)

type SessionsProps = PageProps & { sessions: readonly OpenSession[]; isOfAll: boolean; now: number }

function Sessions({ sessions, isOfAll, environment, roles, now }: SessionsProps) {
  const client = useQueryClient()
  const [isAsking, ask] = useState(false)
  const others = sessions.filter((one) => !one.is_current)
  const ended = others.filter((one) => one.may_end)
  const endsAll = isOfAll && ended.length === others.length
  const { start, isPending, variables, problem } = useWrite({
    mutationFn: (id: string | undefined) => (id ? endSession(environment, id) : endOtherSessions(environment)),
    onSuccess: (left, id) => {
      client.setQueryData(accessQuery(environment, roles).queryKey, left)
      ask(false)
      announce(id ? 'Session ended' : 'Sessions ended')
    },
  })
  const focus = useRestoredFocus<HTMLDivElement>(
    sessions.map(({ id }) => id).join(),
    ended.length > 0 ? 'tbody button' : 'table',
  )
  return (
    <div {...focus}>
      <Section
        title={isOfAll ? 'Sessions' : 'Your sessions'}
        more={`${sessions.length} open; each ends 8 h after sign-in`}
        isTall
        end={
          ended.length > 0 && (
            <Button aria-busy={(isPending && variables === undefined) || undefined} onClick={() => ask(true)}>
              {endsAll ? 'End all but mine' : 'End my other sessions'}
            </Button>
          )
        }
      >
        <WriteError problem={problem} className="mt-2" />
        <CardTable
          name={isOfAll ? 'Sessions' : 'Your sessions'}
          head={
            <>
              {isOfAll && <Head>Name</Head>}
              <Head>Device</Head>
              <Head>Address</Head>
              <TimeHead>Signed in</TimeHead>
              <Head>Last active</Head>
              <Head>
                <span className="sr-only">End</span>
              </Head>
            </>
          }
        >
          {sessions.map((one) => (
            <tr key={one.id} className={card}>
              {isOfAll && <td className={cell}>{one.person}</td>}
              <td className={`${cell} max-sm:order-1`}>{one.device ?? 'Unknown device'}</td>
              <td className={`${cell} text-ink-2 tabular-nums max-sm:order-1 max-sm:col-span-2`}>
                {one.address ?? <span className="text-ink-3">not recorded</span>}
              </td>
              <td className={`${cell} max-sm:order-1`}>
                <span className="text-ink-3 sm:hidden">Signed in </span>
                <Time value={one.signed_in_at} now={now} />
              </td>
              <td className={`${cell} max-sm:order-1`}>
                <span className="text-ink-3 sm:hidden">active </span>
                {one.is_current ? 'now' : <Time value={one.active_at} now={now} />}
              </td>
              <td className={`${cell} text-right! max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1`}>
                {one.is_current && <span className="text-sm text-ink-3">this session</span>}
                {one.may_end && (
                  <Button
                    size="small"
                    aria-busy={(isPending && variables === one.id) || undefined}
                    onClick={() => start(one.id)}
                  >
                    End
                    <span className="sr-only">
                      {' '}
                      the session of {one.person} in {one.device ?? 'an unknown device'}
                    </span>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </CardTable>
        <p className="mt-3 text-sm text-ink-2">
          Ending a session signs the person out. Remove their role in company sign-in to keep them out.
        </p>
      </Section>
      {isAsking && (
        <ConfirmDialog
          title={endsAll ? 'End all sessions but yours?' : 'End your other sessions?'}
          cancel="Keep them"
          onClosed={() => ask(false)}
          actions={
            <Button kind="danger" aria-busy={isPending || undefined} onClick={() => start(undefined)}>
              End {countText(ended.length, 'session')}
            </Button>
          }
        >
          <p>Everyone concerned is signed out at their next request. What they typed in forms is kept.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
