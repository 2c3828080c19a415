'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { exactIn, groupedAmount, meaningFixes, shownAmount } from '@/components/forms/amount-meanings'
import { Select } from '@/components/forms/fields'
import { type LoadedMovement, movementRead } from '@/components/money/movement-read'
import { type ProfileNames, profileLabel, useProfileNames } from '@/components/records/profile-names'
import {
  networkLabel,
  secondaryStatusLabel,
  statusLabel,
  typeLabelWithSide,
} from '@/components/records/transfer-labels'
import { amountText } from '@/components/ui/amount'
import { Button, SegmentedControl, segmentClass } from '@/components/ui/button'
import { Combobox } from '@/components/ui/combobox'
import { Checkbox, Field } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import { useNow, useZone } from '@/components/ui/time'
import { clockText, momentText } from '@/lib/browser/clock'
import { shorten } from '@/lib/browser/identifiers'
import { callConsole } from '@/lib/browser/operation'
import { visibleText } from '@/lib/domain/invisible-characters'
import { amountError, normalizeAmount } from '@/lib/domain/normalize-input'
import {
  type ControlCall,
  type RehearsalName,
  type RehearsalValues,
  type Rehearsing,
  rehearsalNames,
  rehearsalRow,
  type TargetKind,
} from '@/lib/features/rehearsals/interface'
import { rehearsalsRows } from '@/lib/features/rehearsals/operations'
import type { Environment } from '@/lib/provider/environments'
import type { ProblemError } from '@/lib/provider/problem'
import { type RehearsalText, rehearsalTexts, wrongMemo } from './texts'

/** Milliseconds between two looks at what can be rehearsed. */
const lookEvery = 4_000
const wireAsset = 'USD'
/** The first amount of what arrives, and the memo of a wire while no rule has one. */
const usual = { amount: '100000.00', memo: 'DEMO-1' }

/** A call as a person reads it: without the client, which the console knows, and with the id of its target cut. */
function callText({ method, path, body }: ControlCall, target?: string): string {
  const shown = target ? path.replace(encodeURIComponent(target), shorten(target, 8)) : path
  return `${method} …${shown} ${JSON.stringify(body)}`
}

/** A memo that looks like another and is not. */
const misread = (memo: string) => memo.slice(0, -1) + (memo.endsWith('1') ? '7' : '1')

const isPending = ({ status }: { status: string }) => status === 'PENDING'

/** Where a deposit can arrive: at the address of a rule, or in a profile. */
type Place = Omit<Rehearsing['rules'][number], 'name' | 'memo'> & { name?: string }

const keyOfPlace = ({ address, profile_id, asset }: Place) => address ?? `${profile_id} ${asset}`

/** What the movement on a page is planned to begin with, while it has not come: a wire with its memo, or a deposit. */
function waitingFor({ plan, transfers = [], ahead = [], requests = [] }: Partial<LoadedMovement> = {}) {
  const [next] = ahead
  if (!plan || !next || transfers.length > 0) return {}
  const { amount } = plan
  const { memo, source_asset: asset, source_address: address, source_network: network } = next.route
  if (memo) return { wire: { amount, to: memo } }
  const isMade = requests.some(({ id, state }) => id === plan.rule_intent && state === 'confirmed')
  const profile_id = isMade ? next.route.source_profile_id : undefined
  if (!asset || !(address ?? profile_id)) return {}
  const place: Place = { asset, ...(address ? { address, network } : { profile_id }) }
  return { place, deposit: { amount, to: keyOfPlace(place) } }
}

/** The places by their keys, those of the newest rules first. */
function placesOf(rules: Rehearsing['rules'], own: Place | undefined): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (const rule of [...rules, ...(own ? [own] : [])]) {
    const key = keyOfPlace(rule)
    if ((rule.address ?? rule.profile_id) && !places.has(key)) places.set(key, rule)
  }
  return places
}

function placeText(
  { name = 'The plan on this page', asset, address, network = '', profile_id = '' }: Place,
  names: ProfileNames,
) {
  if (address === undefined) return visibleText(`${asset} in ${profileLabel(profile_id, names)}`)
  return visibleText(`${name}, ${asset} on ${networkLabel(network) ?? network}, ${shorten(address, 8)}`)
}

/** What was typed of money that arrives: its amount, and its memo or place. */
function useTyped(path: string, waiting: { amount: string; to: string } | undefined) {
  const [typed, setTyped] = useState<{ amount?: string; to?: string; path: string }>({ path })
  // What was typed stays for other pages, but for one that waits for money of its own.
  const given = typed.path === path || !waiting ? typed : undefined
  return {
    amount: given?.amount ?? groupedAmount(waiting?.amount ?? usual.amount),
    to: given?.to ?? waiting?.to,
    setAmount: (amount: string) => setTyped({ ...given, path, amount }),
    setTo: (to: string) => setTyped({ ...given, path, to }),
  }
}

/** The records that can be changed, by their kind, as a person chooses among them; also the transfer of the page. */
function optionsOf({ transfers, fiat_accounts, orders }: Rehearsing, path: string) {
  const [, own = ''] = /\/transfers\/([^/]+)$/.exec(path) ?? []
  const isOffered = own === '' || transfers.some(({ id }) => id === own)
  return {
    transfers: [
      ...(isOffered ? [] : [{ value: own, label: 'The transfer on this page' }]),
      ...transfers
        .toSorted((a, b) => Number(isPending(b)) - Number(isPending(a)))
        .map(({ id, type, amount, asset, status, secondary_status }) => {
          const state =
            secondaryStatusLabel(secondary_status?.name ?? '') ?? statusLabel(status)?.toLowerCase() ?? status
          return { value: id, label: `${amountText(amount)} ${asset}, ${typeLabelWithSide(type) ?? type}, ${state}` }
        }),
    ],
    'fiat-accounts': fiat_accounts.map(({ id, status, name }) => ({
      value: id,
      label: visibleText(`${name ?? shorten(id, 12)}, ${status.toLowerCase()}`),
    })),
    orders: orders.map(({ id, side, market, base_amount, quote_amount }) => ({
      value: id,
      label: `${side === 'BUY' ? 'Buy' : 'Sell'} ${amountText(base_amount || quote_amount || '')} ${market}`,
    })),
  }
}

const kinds: readonly { on: TargetKind; title: string; label: string; none: string }[] = [
  { on: 'transfers', title: 'Transfers', label: 'Transfer', none: 'None is pending. Let a wire arrive.' },
  { on: 'fiat-accounts', title: 'Fiat accounts', label: 'Fiat account', none: 'There is none.' },
  {
    on: 'orders',
    title: 'Orders',
    label: 'Open order',
    none: 'None is open. A limit far from the market keeps an order open.',
  },
]

type Act = { name: RehearsalName; values: RehearsalValues }
/** How the last rehearsal went, by the entry that was pressed. */
type Result = { entry: string; name: RehearsalName; call: string; at: number } & (
  | { status: number; millis: number; problem?: undefined }
  | { problem: ProblemError }
)

type SheetProps = { environment: Environment; isWorld: boolean; onClosed: () => void }

/** What can be rehearsed, and what lets it happen. */
function useRehearsing(environment: Environment) {
  const queries = useQueryClient()
  const queryKey = [environment, 'rehearsal'] as const
  const read = useQuery({
    queryKey,
    queryFn: async ({ signal }) => callConsole(environment, rehearsalsRows.readRehearsing, {}, { signal }),
    refetchInterval: ({ state: { error } }) => {
      const problem = asProblem(error)
      return problem && isAccessLost(problem) ? false : lookEvery
    },
    retry: false,
  })
  const [busy, setBusy] = useState<string>()
  const [result, setResult] = useState<Result>()
  async function act(entry: string, { name, values }: Act) {
    if (busy !== undefined) return
    setBusy(entry)
    const call = callText(rehearsalRow(name).call(values), values.target)
    try {
      const { body, at } = await callConsole(environment, rehearsalsRows.rehearse, { body: { name, ...values } })
      setResult({ entry, name, call, at, ...body })
      announce(`Done: ${entry}`)
    } catch (error) {
      const problem = asProblem(error as Error)
      if (problem) setResult({ entry, name, call, at: Date.now(), problem })
    }
    await queries.invalidateQueries({ queryKey })
    setBusy(undefined)
  }
  /** @param wrong the field that must be mended first */
  const entry = (
    name: RehearsalName,
    values: RehearsalValues = {},
    text = rehearsalTexts[name],
    note?: ReactNode,
    wrong?: string,
  ) => (
    <Entry
      key={text.label}
      text={text}
      note={note}
      call={callText(rehearsalRow(name).call(values), values.target)}
      isBusy={busy === text.label}
      result={result?.entry === text.label ? result : undefined}
      onPress={() => (wrong ? document.getElementById(wrong)?.focus() : act(text.label, { name, values }))}
    />
  )
  return { shown: read.data?.body, error: read.error, at: read.dataUpdatedAt, busy, result, act, entry }
}

type PartProps = ReturnType<typeof useRehearsing> & { environment: Environment; path: string }

/** Beside the page, so that the effect is seen there: what a person lets happen in the sandbox. */
export default function RehearsalSheet({ environment, isWorld, onClosed }: SheetProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const path = usePathname()
  const rehearsing = useRehearsing(environment)
  const { shown, error, result, entry } = rehearsing

  // What opened it may be a key anywhere on the page.
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus({ preventScroll: true })
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [])

  return (
    <aside
      aria-labelledby={`${id}-title`}
      className="z-(--z-peek) overflow-y-auto overscroll-contain scroll-pt-14 bg-sunken px-5 pb-6 text-base max-sm:fixed max-sm:inset-x-0 max-sm:bottom-15 max-sm:h-[56dvh] max-sm:border-t max-sm:border-hairline-strong max-sm:shadow-menu sm:fixed sm:right-0 sm:bottom-0 sm:top-[calc(var(--strip-height)+var(--bar-height))] sm:w-80 min-[1400px]:w-[344px] sm:border-l sm:border-hairline sm:max-[1279px]:shadow-menu min-[1280px]:sticky min-[1280px]:bottom-auto min-[1280px]:h-[calc(100vh-var(--strip-height)-var(--bar-height))] print:hidden forced-colors:border-[CanvasText]"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClosed()
      }}
    >
      <h2
        ref={heading}
        id={`${id}-title`}
        tabIndex={-1}
        className="sticky top-0 z-1 -mx-5 flex items-center bg-sunken px-5 pt-2.5 pb-1 text-md font-title outline-none"
      >
        Rehearse
        <Button
          kind="plain"
          size="smallIcon"
          aria-label="Close rehearsal"
          data-key="Escape"
          className="ml-auto"
          onClick={onClosed}
        >
          <X />
        </Button>
      </h2>
      <p className="text-sm text-ink-3">
        {isWorld ? 'Changes your demo only.' : 'Changes the demo that everyone here shares.'} Each line shows its call
        to the sandbox’s control.
      </p>
      {error && <Refusal problem={asProblem(error)} />}
      <Arrivals {...rehearsing} environment={environment} path={path} />
      <Records {...rehearsing} path={path} />
      <Clock {...rehearsing} />
      <Group title="Make it go wrong">
        <ul>
          {rehearsalNames
            .filter((name) => rehearsalRow(name).isFault)
            .map((name) => entry(name, {}, undefined, shown?.fault === name && <span className="text-wait">on</span>))}
          {entry('endFaults')}
        </ul>
      </Group>
      {result && (
        <Group title="Last call">
          <pre className="overflow-x-auto rounded-2 border border-hairline bg-surface px-3 py-2 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
            {result.call}
            {'\n'}
            {result.problem ? `${result.problem.problem.status}` : `${result.status} in ${result.millis} ms`}
            {`, ${momentText(result.at)} UTC`}
          </pre>
        </Group>
      )}
    </aside>
  )
}

/** Wires and deposits: what the movement of the page waits for, else what a rule takes. */
function Arrivals({ environment, path, shown, entry }: PartProps) {
  const id = useId()
  const { names } = useProfileNames(environment)
  // The page reads it.
  const { data: movement } = useQuery({
    ...movementRead(useQueryClient(), environment, path.split('/').at(-1) ?? ''),
    enabled: false,
  })
  const waiting = waitingFor(movement)
  const wire = useTyped(path, waiting.wire)
  const deposit = useTyped(path, waiting.deposit)
  const memos = (shown?.rules ?? []).flatMap(({ memo, name }) =>
    memo ? { value: memo, label: memo, note: visibleText(name) } : [],
  )
  const memo = wire.to ?? memos[0]?.value ?? usual.memo
  const places = placesOf(shown?.rules ?? [], waiting.place)
  const [placeKey, place] = [...places].find(([key]) => key === deposit.to) ?? [...places][0] ?? []
  return (
    <>
      <Arrival
        title="Wires"
        asset={wireAsset}
        places={2}
        {...wire}
        entries={(values, wrong) => (
          <>
            {entry('letWireArrive', { ...values, memo }, undefined, amountText(wire.amount), wrong)}
            {entry('letWireArrive', { ...values, memo: misread(memo) }, wrongMemo, misread(memo), wrong)}
          </>
        )}
      >
        <Combobox
          id={`${id}-memo`}
          label="Memo"
          isMono
          value={memo}
          options={memos}
          onType={wire.setTo}
          onChoose={wire.setTo}
        />
      </Arrival>
      {place ? (
        <Arrival
          title="Deposits"
          asset={place.asset}
          {...deposit}
          entries={(values, wrong) => {
            const { asset, address, profile_id } = place
            const all = { ...values, asset, ...(address ? { address } : { profile_id }) }
            return entry('letDepositArrive', all, undefined, amountText(deposit.amount), wrong)
          }}
        >
          <Select
            frame={{ id: `${id}-place`, label: 'Where it arrives' }}
            options={[...places].map(([value, one]) => ({ value, label: placeText(one, names) }))}
            value={placeKey}
            onChoose={deposit.setTo}
          />
        </Arrival>
      ) : (
        <Group title="Deposits">
          <p className="text-ink-3">
            {shown && 'No rule takes from a network or a profile. Plan to redeem or convert.'}
          </p>
        </Group>
      )}
    </>
  )
}

/** Transfers, accounts and orders that can be changed. */
function Records({ path, shown, entry }: Omit<PartProps, 'environment'>) {
  const id = useId()
  /** What was chosen on this page, which else offers its own record. */
  const [choice, setChoice] = useState<{ path: string; targets: Partial<Record<TargetKind, string>> }>()
  const chosen = choice?.path === path ? choice.targets : {}
  const options = shown && optionsOf(shown, path)
  /** The record that was chosen, else the one of the page, else the first. */
  const targetOf = (on: TargetKind): string | undefined => {
    const offered = options?.[on] ?? []
    const isOffered = (one: string | undefined) => offered.some(({ value }) => value === one)
    return [chosen[on], ...path.split('/').toReversed()].find(isOffered) ?? offered[0]?.value
  }
  return kinds.map(({ on, title, label, none }) => {
    const target = targetOf(on)
    return (
      <Group key={on} title={title}>
        {target === undefined ? (
          <p className="text-ink-3">{shown ? none : ''}</p>
        ) : (
          <>
            <div className="pb-2">
              <Select
                frame={{ id: `${id}-${on}`, label, isLabelHidden: true }}
                options={options?.[on] ?? []}
                value={target}
                onChoose={(value) => setChoice({ path, targets: { ...chosen, [on]: value } })}
              />
            </div>
            <ul>
              {rehearsalNames.filter((name) => rehearsalRow(name).on === on).map((name) => entry(name, { target }))}
            </ul>
          </>
        )}
      </Group>
    )
  })
}

/** The sandbox's clock, which goes forward only. */
function Clock({ shown, at, busy, result, act }: Omit<PartProps, 'environment' | 'path'>) {
  return (
    <Group title={<ClockTitle shown={shown} at={at} />}>
      <SegmentedControl name="Move the clock">
        {rehearsalNames
          .filter((name) => isOfClock(name) && name !== (shown?.clock.speed === 0 ? 'pauseClock' : 'runClock'))
          .map((name) => {
            const { label, does, icon: Icon } = rehearsalTexts[name]
            return (
              <button
                // One button, which keeps the focus when it changes.
                key={Icon ? 'speed' : name}
                type="button"
                className={segmentClass(false)}
                aria-busy={busy === label || undefined}
                title={`${does} ${callText(rehearsalRow(name).call({}))}`}
                onClick={() => act(label, { name, values: {} })}
              >
                {Icon && <Icon />}
                {label}
              </button>
            )
          })}
      </SegmentedControl>
      <p className="mt-1 text-sm text-ink-3">
        Forward only. What falls due until then happens.
        <code className="block text-xs">{callText(rehearsalRow('forwardHour').call({}))}</code>
      </p>
      {result && isOfClock(result.name) && <Refusal problem={result.problem} />}
    </Group>
  )
}

type ArrivalProps = {
  title: string
  asset: string
  /** At most so many decimal places. */
  places?: number
  amount: string
  setAmount: (text: string) => void
  /** Chooses what the money bears, or where it arrives. */
  children: ReactNode
  /** @param wrong the field of an amount that cannot be */
  entries: (values: RehearsalValues, wrong?: string) => ReactNode
}

/** Money that a person lets arrive. */
function Arrival({ title, asset, places, amount, setAmount, children, entries }: ArrivalProps) {
  const id = useId()
  const [isKept, setKept] = useState(false)
  const problem = amount.trim() === '' ? 'Enter the amount.' : amountError(amount, 'amount', asset, places)
  // What a plan offers stays its own until it is changed.
  const shown = shownAmount(amount, exactIn(asset, places))
  const values = { amount: normalizeAmount(amount, asset), ...(isKept && { keep_pending: true }) }
  return (
    <Group title={title}>
      <div className="grid gap-2 pb-2">
        <Field
          id={`${id}-amount`}
          label="Amount"
          inputMode="decimal"
          value={amount}
          error={problem}
          fixes={meaningFixes(amount, problem, setAmount)}
          end={asset}
          onChange={({ target }) => setAmount(target.value)}
          onBlur={() => shown !== amount && setAmount(shown)}
        />
        {children}
        <label htmlFor={`${id}-kept`} className="flex items-center gap-2 max-sm:min-h-11">
          <Checkbox id={`${id}-kept`} checked={isKept} onChange={({ target }) => setKept(target.checked)} />
          Keep it pending until you decide
        </label>
      </div>
      <ul>{entries(values, problem && `${id}-amount`)}</ul>
    </Group>
  )
}

const isOfClock = (name: RehearsalName) => rehearsalRow(name).call({}).path === '/clock'

function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-5">
      <h3 id={id} className="mb-1.5 text-sm text-ink-3">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** What the sandbox's clock shows. */
function ClockTitle({ shown, at }: { shown?: Rehearsing; at: number }) {
  const now = useNow(1_000)
  const { zone, name } = useZone()
  if (!shown) return 'Clock'
  const { clock } = shown
  const time = Date.parse(clock.now) + Math.max(0, now - at) * clock.speed
  return `Clock, ${clockText(new Date(time).toISOString(), undefined, zone)} ${name}${clock.speed === 0 ? ', paused' : ''}`
}

type EntryProps = {
  text: RehearsalText
  call: string
  note?: ReactNode
  isBusy: boolean
  result?: Result
  onPress: () => void
}

/** One thing to let happen: its name, what it does, its call, and why it failed. */
function Entry({ text: { label, does, icon: Icon }, call, note, isBusy, result, onPress }: EntryProps) {
  const id = useId()
  return (
    <li className="border-t border-hairline last:border-b">
      <div className="relative grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 hover:bg-hover">
        {Icon && <Icon className="text-ink-3" />}
        {/* Its name is its label alone, and the whole line can be pressed. */}
        <button
          type="button"
          className="text-left font-label outline-none after:absolute after:inset-0 focus-visible:after:outline-(length:--focus-width) focus-visible:after:outline-focus"
          aria-describedby={`${id}-does`}
          aria-busy={isBusy || undefined}
          title={call}
          onClick={onPress}
        >
          {label}
        </button>
        <span className="text-sm text-ink-3">{note}</span>
        <p id={`${id}-does`} className="col-start-2 col-end-4 text-sm text-ink-2">
          {does}
          <code className="block truncate text-xs text-ink-3">{call}</code>
        </p>
      </div>
      {result?.problem && <Refusal problem={result.problem} />}
    </li>
  )
}

const Refusal = ({ problem }: { problem?: ProblemError }) =>
  problem && (
    <p role="alert" className="pb-2 text-sm text-bad">
      {problem.message} {problem.problem.detail}
    </p>
  )
