'use client'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, CircleMinus, OctagonX, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { SettingsFrame } from '@/components/settings/settings-frame'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { type Fact, Facts } from '@/components/ui/facts'
import { ReadNotices } from '@/components/ui/problem'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Section, SkeletonLines } from '@/components/ui/section'
import { Status, type StatusStyle } from '@/components/ui/status'
import { Time, useZone } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { activityReaders } from '@/lib/api/intents'
import { durationText } from '@/lib/browser/clock'
import { timeBy } from '@/lib/browser/clocks'
import { capitalized, countText } from '@/lib/browser/labels'
import { callConsole } from '@/lib/browser/operation'
import type { CallFailure, CallFigures, Connection, Finding, ScopeState } from '@/lib/features/connection/interface'
import { connectionRows } from '@/lib/features/connection/operations'
import type { Environment } from '@/lib/provider/environments'
import { isWrite, rowOf } from '@/lib/provider/operations'
import type { Role } from '@/lib/provider/roles'

const connectionQuery = (environment: Environment) => ({
  queryKey: [environment, 'connection'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, connectionRows.readConnection, {}, { signal })).body,
})

/** Asks the provider for a token of each scope, and reads one record. */
const checkConnection = async (environment: Environment) =>
  (await callConsole(environment, connectionRows.checkConnection, {})).body

/** Milliseconds after which it is read again. */
const interval = 15_000

type PageProps = { environment: Environment; roles: readonly Role[] }

/** How the connection to the provider is, and whether everything around this console is in order. */
export function ConnectionPage({ environment, roles }: PageProps) {
  const client = useQueryClient()
  const read = useRead(connectionQuery(environment), interval)
  const { shown, at, isLate } = read
  const check = useWrite({
    mutationFn: () => checkConnection(environment),
    onSuccess: (after) => client.setQueryData(connectionQuery(environment).queryKey, after),
  })
  const now = timeBy('console', at ?? 0)
  return (
    <SettingsFrame
      environment={environment}
      roles={roles}
      actions={
        <>
          {shown?.checked_at && (
            <span className="text-sm text-ink-3">
              Checked <Time value={shown.checked_at} now={now} withZone />
            </span>
          )}
          <Button aria-busy={check.isPending || undefined} onClick={() => check.start()}>
            <RefreshCw className={check.isPending ? 'animate-turn' : undefined} />
            {check.isPending ? 'Checking…' : 'Check connection'}
          </Button>
        </>
      }
    >
      <ReadNotices what="The connection" {...read} />
      <WriteError problem={check.problem} className="mb-2" />
      {isLate && <SkeletonLines widths={[260, 420, 380]} className="mt-8" />}
      {shown && (
        <>
          <Headline environment={environment} connection={shown} />
          <Scopes environment={environment} connection={shown} now={now} />
          <div className="grid gap-x-8 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
            <Failures environment={environment} roles={roles} now={now} failures={shown.failures} />
            <Setup environment={environment} connection={shown} />
          </div>
          <Findings findings={shown.findings} />
        </>
      )}
    </SettingsFrame>
  )
}

/** What the newest call of all scopes says. */
function headline({ scopes }: Connection): StatusStyle {
  const last = (times: (string | undefined)[]) =>
    times.reduce((one = '', other = '') => (other > one ? other : one), '')
  const answered = last(scopes.map(({ answered_at }) => answered_at)) ?? ''
  const failed = last(scopes.map(({ failure }) => failure?.at)) ?? ''
  if (answered === '' && failed === '')
    return { tone: 'off', icon: CircleDashed, label: 'The provider has not been called yet' }
  if (failed > answered) return { tone: 'bad', icon: OctagonX, label: 'The last call to the provider failed' }
  return { tone: 'ok', icon: CircleCheck, label: 'Connected to the provider' }
}

function Headline({ environment, connection }: { environment: Environment; connection: Connection }) {
  const { scopes, since, in_hand } = connection
  const sum = (name: 'calls' | 'failed') => scopes.reduce((total, { day }) => total + day[name], 0)
  return (
    <div role="status" className="mt-6">
      <Status {...headline(connection)} isLarge />
      <p className="mt-1 text-ink-2">
        {countText(sum('calls'), 'call')} of this console{' '}
        {since ? (
          <>
            since it started, <Time value={since} withZone />
          </>
        ) : (
          'in the last 24 h'
        )}
        , {sum('failed').toLocaleString('en-US')} failed.
        {in_hand.unknown > 0 && (
          <>
            {' '}
            <Link href={`/${environment}/activity?states=unknown`} className="underline">
              {countText(in_hand.unknown, 'request has an unknown outcome', 'requests have an unknown outcome')}
            </Link>
            .
          </>
        )}
      </p>
    </div>
  )
}

const headClass = 'border-b border-hairline-strong px-2 py-1.5 text-left font-label text-sm text-ink-3 first:pl-0'
const cellClass =
  'max-lg:flex max-lg:justify-between max-lg:gap-x-3 max-lg:text-right max-lg:before:flex-none max-lg:before:text-ink-3 max-lg:before:content-[attr(data-column)] lg:border-b lg:border-hairline lg:px-2 lg:py-1.5 lg:align-top lg:first:pl-0'

type TableProps = {
  name: string
  columns: readonly string[]
  /** The columns of figures. */
  figures?: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A table; in a narrow window each row is a card, whose cells name their columns. */
function PlainTable({ name, columns, figures = [], rows }: TableProps) {
  const alignment = (column: string | undefined) => (figures.includes(column ?? '') ? 'lg:text-right' : '')
  return (
    <ScrollBox name={name}>
      <table aria-label={name} className="block w-full border-separate border-spacing-0 lg:table">
        <thead className="hidden lg:table-header-group">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={`${headClass} ${alignment(column)}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block lg:table-row-group">
          {rows.map(({ key, cells }) => (
            <tr key={key} className="block border-b border-hairline py-2 lg:table-row">
              {cells.map((cell, index) => (
                <td
                  key={columns[index]}
                  data-column={columns[index]}
                  className={`${cellClass} ${alignment(columns[index])}`}
                >
                  {/* One box, because in a card the cell has two. */}
                  <span className="min-w-0">{cell}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const millisText = (millis: number | undefined) =>
  millis === undefined ? '–' : millis < 1_000 ? `${Math.round(millis)} ms` : `${millis / 1_000} s`

const faint = (text: string) => <span className="text-ink-3">{text}</span>

function tokenStatus({ token, failure }: ScopeState): StatusStyle {
  if (token) return { tone: 'ok', icon: CircleCheck, label: 'Valid', why: `${durationText(token.left * 1_000)} left` }
  if (failure?.operation === 'token') return { tone: 'bad', icon: OctagonX, label: 'Refused', isLoud: true }
  return { tone: 'off', icon: CircleDashed, label: 'None yet', why: 'asked for with the first call' }
}

/** The last hour, and the last day where the scope was not used within the hour. */
const figuresOf = ({ hour, day }: ScopeState): readonly [CallFigures, span: string] =>
  hour.calls > 0 ? [hour, ''] : [day, day.calls > 0 ? ' (24 h)' : '']

/** `No answer in 10 s`, or the status of the answer. */
const answerText = ({ status, millis = 0, words }: CallFailure) =>
  words ?? (status === undefined ? `No answer in ${millisText(Number(millis.toPrecision(2)))}` : String(status))

function Scopes({ environment, connection, now }: { environment: Environment; connection: Connection; now: number }) {
  const rows = connection.scopes.map((state) => {
    const { scope, operations, answered_at, failure, day } = state
    const [figures, span] = figuresOf(state)
    return {
      key: scope,
      cells: [
        operations.map((name) => rowOf(name).title).join(', '),
        <span key="scope" className="font-mono text-sm">
          {scope}
        </span>,
        <Status key="token" {...tokenStatus(state)} />,
        day.calls.toLocaleString('en-US'),
        `${millisText(figures.median)}${span}`,
        `${millisText(figures.p95)}${span}`,
        answered_at ? <Time key="answered" value={answered_at} now={now} /> : faint('none'),
        failure ? (
          <span key="failure">
            <Time value={failure.at} now={now} />, {answerText(failure)}
          </span>
        ) : (
          faint('none')
        ),
      ],
    }
  })
  return (
    <Section title="Access by scope" more={`${environment}; calls of the last 24 h, median and 95 % of the last hour`}>
      <PlainTable
        name="Access by scope"
        columns={['Used for', 'Scope', 'Token', 'Calls', 'Median', '95 %', 'Last answer', 'Last failure']}
        figures={['Calls', 'Median', '95 %', 'Last answer']}
        rows={rows}
      />
      <p className="mt-2 text-sm text-ink-3">Mintdesk never shows a token or the client secret.</p>
    </Section>
  )
}

/** What Mintdesk did after a call failed. @param href of the request that was sent by it, for who may read it */
function consequence({ operation, status }: CallFailure, href: string | undefined): ReactNode {
  if (operation === 'token') return 'Sent nothing; the next call asks for a token again'
  if (status === 401) return 'Asked for a new token'
  if (!isWrite(rowOf(operation))) return 'Told the page or job that asked'
  if (href === undefined) return 'Outcome in Activity'
  return (
    <Link href={href} className="underline">
      See its outcome
    </Link>
  )
}

type FailuresProps = PageProps & { failures: readonly CallFailure[]; now: number }

function Failures({ environment, roles, failures, now }: FailuresProps) {
  const { name, isRelative } = useZone()
  const mayRead = roles.some((role) => activityReaders.includes(role))
  const hrefOf = ({ intent }: CallFailure) =>
    mayRead ? `/${environment}/activity${intent ? `/${intent}` : ''}` : undefined
  return (
    <Section title="Failures" more={failures.length > 0 ? `the newest ${failures.length}, of this console` : undefined}>
      {failures.length === 0 ? (
        <p className="py-2 text-ink-3">No call has failed since this console started.</p>
      ) : (
        <PlainTable
          name="Failures"
          columns={[isRelative ? 'Time' : `Time, ${name}`, 'Call', 'Answer', 'What Mintdesk did']}
          rows={failures.map((failure) => ({
            key: `${failure.at} ${failure.scope} ${failure.operation}`,
            cells: [
              <Time key="time" value={failure.at} now={now} />,
              failure.operation === 'token' ? `Token for ${failure.scope}` : rowOf(failure.operation).title,
              answerText(failure),
              consequence(failure, hrefOf(failure)),
            ],
          }))}
        />
      )}
    </Section>
  )
}

function clockText(ahead: number | undefined): string {
  if (ahead === undefined) return 'Not known until the provider has answered'
  const seconds = Math.round(ahead / 1_000)
  if (seconds === 0) return 'The same to a second'
  return `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} Mintdesk's`
}

function Setup({ environment, connection }: { environment: Environment; connection: Connection }) {
  const { client_id, rate, clock_ahead, in_hand, build } = connection
  const facts: Fact[] = [
    ['Environment', capitalized(environment)],
    [
      'Client ID',
      <span key="id" className="font-mono text-sm">
        {client_id}
      </span>,
    ],
    [
      'Rate',
      rate.limit === 0
        ? 'No limit'
        : `${rate.limit} calls a second, ${rate.kept_for_people} of them for people; ${rate.free} free now`,
    ],
    ["Provider's clock", clockText(clock_ahead)],
    [
      'Webhooks',
      in_hand.webhook_events === 0 ? 'Nothing waits' : `${countText(in_hand.webhook_events, 'event')} to deliver`,
    ],
    ['Exports', in_hand.exports === 0 ? 'None running' : `${in_hand.exports.toLocaleString('en-US')} running`],
    ...Object.entries(build).map(([name, value]): Fact => [capitalized(name), value]),
  ]
  return (
    <Section title="Setup">
      <Facts facts={facts} />
    </Section>
  )
}

const findingStyles: Record<Finding['status'], Omit<StatusStyle, 'label'>> = {
  ok: { tone: 'ok', icon: CircleCheck },
  warning: { tone: 'wait', icon: TriangleAlert },
  problem: { tone: 'bad', icon: OctagonX },
  skipped: { tone: 'off', icon: CircleMinus },
}

/** What the doctor found: first what must be mended, folded what is in order. */
function Findings({ findings }: { findings: readonly Finding[] }) {
  const of = (...statuses: Finding['status'][]) => findings.filter(({ status }) => statuses.includes(status))
  const passed = of('ok')
  const list = (some: readonly Finding[]) => (
    <ul>
      {some.map(({ area, status, text, mend }) => (
        <li
          key={`${area} ${text}`}
          className="grid gap-x-4 border-b border-hairline py-1.5 sm:grid-cols-[180px_minmax(0,1fr)]"
        >
          <Status {...findingStyles[status]} label={area} />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {text} {mend && <span className="text-ink-2">{mend}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
  return (
    <Section title="Checks">
      {list([...of('problem'), ...of('warning', 'skipped')])}
      {passed.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-8 cursor-pointer max-sm:min-h-11">
            {countText(passed.length, 'check')} passed
          </summary>
          {list(passed)}
        </details>
      )}
    </Section>
  )
}
