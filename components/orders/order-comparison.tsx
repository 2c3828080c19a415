'use client'
/** An order beside what it is compared with: own fills, issuer quotes and the last orders in its market. */
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConfirmationFigure, useFormPage } from '@/components/forms/form-context'
import { orderStatusStyle, sideLabels } from '@/components/records/order-labels'
import { Link } from '@/components/ui/address'
import { Amount, amountText } from '@/components/ui/amount'
import { Note, Status } from '@/components/ui/status'
import { Time, useNow } from '@/components/ui/time'
import { activityRows } from '@/lib/api/intent-operations'
import { type OwnOrder, referenceDays } from '@/lib/api/order-references'
import { durationText, millisOf } from '@/lib/browser/clock'
import { type Answer, callConsole, operation } from '@/lib/browser/operation'
import type { Environment } from '@/lib/provider/environments'
import { assetsOfMarket, type markets } from '@/lib/provider/order-terms'
import { readIssuerQuotePage } from '@/lib/provider/reading'
import { readOrder } from '@/lib/provider/records'
import { ruleAssets } from '@/lib/provider/rule-terms'
import { deviation, doubtsOf, isInWeek, type Known, type PricePoint, pointOf, priceOf } from './comparison'
import type { OrderTexts } from './order-amounts'

/** Quotes are read from the newest page. */
const newestQuotes = 100

function lastPriceIn({ json }: Answer, asset: string): PricePoint | undefined {
  const { items } = readIssuerQuotePage(json, { limit: newestQuotes, cursors: [] })
  const [newest] = items.flatMap(({ known: { asset_type, token_price: price, created_at: at } }) =>
    asset_type === asset && price && at ? [{ price, at }] : [],
  )
  return newest
}

const reading = { staleTime: 60_000, retry: false, refetchOnWindowFocus: false }

/** What is known of a market; `isPending` until the answer is there. */
export function useKnown(environment: Environment, market: string): Known & { isPending: boolean; isError: boolean } {
  const { base } = assetsOfMarket(market)
  const isKnown = base !== ''
  const references = useQuery({
    queryKey: [environment, 'order-references', market],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      // Only a known market has a base.
      const query = { market: market as (typeof markets)[number] }
      return (await callConsole(environment, activityRows.readOrderReferences, { query }, { signal })).body
    },
    enabled: isKnown,
    ...reading,
  })
  // Only what an issuer mints has quotes.
  const isQuoted = ruleAssets.some((asset) => asset === base)
  const quote = useQuery({
    ...operation(environment, 'listIssuerQuotes', { query: { status: ['COMPLETE'], limit: newestQuotes } }),
    select: (answer) => lastPriceIn(answer, base),
    enabled: isQuoted,
    ...reading,
  })
  return {
    references: references.data,
    quote: isQuoted ? quote.data : undefined,
    isPending: isKnown && references.isPending,
    isError: references.isError,
  }
}

/** The doubts about an order, in one note. */
export function Doubts({ values, known }: { values: OrderTexts; known: Known }) {
  const doubts = doubtsOf(values, known, useConfirmationFigure())
  if (doubts.length === 0) return null
  return (
    <Note tone={doubts.some(({ about }) => about !== 'total') ? 'bad' : 'wait'} icon={TriangleAlert}>
      {doubts.map(({ title, texts: [first, ...more] }) => (
        <div key={title} className="not-first:mt-1">
          <p>
            <b>{title}</b> {first}
          </p>
          {more.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      ))}
    </Note>
  )
}

/** What the review warns of first. */
export function ReviewDoubts({ values }: { values: OrderTexts }) {
  const known = useKnown(useFormPage().environment, values.market)
  return (
    <div className="mb-5 empty:hidden">
      <Doubts values={values} known={known} />
    </div>
  )
}

const Age = ({ at }: { at: string }) => durationText(useNow(60_000, 'provider') - millisOf(at))

/** The review's comparison with the last fill, in one line. */
export function AgainstLastFill({ values }: { values: OrderTexts }) {
  const known = useKnown(useFormPage().environment, values.market)
  const [price, point] = [priceOf(values), pointOf(known)]
  if (known.isPending) return ''
  if (!point) return <span className="text-ink-3">{nothingKnown(values.market, known.isError)}</span>
  const compared = price && deviation(price.text, point.price)
  const { quote } = assetsOfMarket(values.market)
  const style = compared?.isFar
    ? ({ tone: 'bad', icon: TriangleAlert, isLoud: true } as const)
    : ({ tone: 'ok', icon: CircleCheck } as const)
  const label = `${compared ? `${compared.text} ` : ''}${amountText(point.price)} ${quote}`
  return (
    <>
      {compared ? <Status {...style} label={label} /> : label}{' '}
      <span className="text-sm text-ink-3">
        {point.name}, <Age at={point.at} /> old
      </span>
    </>
  )
}

const nothingKnown = (market: string, isError: boolean) =>
  isError
    ? "Own fills couldn't be loaded."
    : `Nothing to compare with: no own fill in ${market} in ${referenceDays} days.`

type RowProps = { name: string; price: ReactNode; age: ReactNode; children: ReactNode }

const cell = 'border-b border-hairline py-2 font-text group-last:border-b-0'

const Row = ({ name, price, age, children }: RowProps) => (
  <tr className="group">
    <th scope="row" className={`${cell} text-left`}>
      {name}
    </th>
    <td className={`${cell} text-right`}>{price}</td>
    <td className={`${cell} pl-4 sm:pl-8`}>{age}</td>
    <td className={`${cell} text-right`}>{children}</td>
  </tr>
)

const verdict = (text: string, isFar: boolean) => <span className={isFar ? 'font-label text-bad' : ''}>{text}</span>

/** The prices that the order's own is compared with; one line where there are none. */
export function References({ values }: { values: OrderTexts }) {
  const { environment } = useFormPage()
  const { market } = values
  const { references, quote, isPending, isError } = useKnown(environment, market)
  const { last_fill, week } = references ?? {}
  const price = priceOf(values)?.text
  const against = (from: string) => {
    const compared = price === undefined ? undefined : deviation(price, from)
    return compared && verdict(compared.text, compared.isFar)
  }
  if (!last_fill && !quote)
    return <p className="text-sm text-ink-3">{isPending ? '' : nothingKnown(market, isError)}</p>
  const point = pointOf({ references, quote })
  const isFar = price !== undefined && point !== undefined && deviation(price, point.price)?.isFar === true
  const isInside = references && price !== undefined ? isInWeek(price, references) : undefined
  return (
    <table className="w-full">
      <caption className="sr-only">Prices to compare with</caption>
      <thead>
        <tr className="text-sm text-ink-2 *:border-b *:border-hairline-strong *:py-1.5 *:font-text">
          <th scope="col" className="text-left">
            Reference
          </th>
          <th scope="col" className="text-right">
            Price
          </th>
          <th scope="col" className="pl-4 text-left sm:pl-8">
            Age
          </th>
          <th scope="col" className="text-right">
            Your price
          </th>
        </tr>
      </thead>
      <tbody>
        {last_fill && (
          <Row
            name={`Last own fill, ${(sideLabels[last_fill.side] ?? last_fill.side).toLowerCase()}`}
            price={<Amount text={last_fill.price} isFree />}
            age={<Age at={last_fill.at} />}
          >
            {against(last_fill.price)}
          </Row>
        )}
        {week && (
          <Row
            name="Own fills, 7 days"
            price={
              <>
                <Amount text={week.lowest} isFree /> to <Amount text={week.highest} isFree />
              </>
            }
            age={`${week.fills} ${week.fills === 1 ? 'fill' : 'fills'}`}
          >
            {isInside !== undefined && verdict(isInside ? 'inside' : 'outside', !isInside && isFar)}
          </Row>
        )}
        {quote && (
          <Row
            name={`Last issuer quote, ${assetsOfMarket(market).base}`}
            price={<Amount text={quote.price} isFree />}
            age={<Age at={quote.at} />}
          >
            {against(quote.price)}
          </Row>
        )}
      </tbody>
    </table>
  )
}

/** The newest own orders of the market, each with its last known status. */
export function LastOrders({ market }: { market: string }) {
  const { environment } = useFormPage()
  const { references, isError } = useKnown(environment, market)
  return (
    <section>
      <h2>Your last orders in {market}</h2>
      {isError && <p className="mt-1 text-ink-2">They couldn't be loaded.</p>}
      {references?.orders.length === 0 && <p className="mt-1 text-ink-2">None in {referenceDays} days.</p>}
      <ul className="mt-1">
        {references?.orders.map((order) => (
          <LastOrder key={order.id} {...order} market={market} environment={environment} />
        ))}
      </ul>
    </section>
  )
}

function LastOrder(order: OwnOrder & { market: string; environment: Environment }) {
  const { id, at, side, amount, isQuote, price = order.fill?.price, status, fill, market, environment } = order
  const { base, quote } = assetsOfMarket(market)
  const words = `${sideLabels[side] ?? side} ${isQuote ? `${base} for ` : ''}${amountText(amount)}${isQuote ? ` ${quote}` : ''}`
  const known = { status, market, base_amount: isQuote ? undefined : amount, amount_filled: fill?.amount }
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-hairline py-1.5">
      <span>
        <Link href={`/${environment}/activity/${id}`} className="hover:underline [overflow-wrap:anywhere]">
          {words}
          {price && ` at ${amountText(price)}`}
        </Link>
        <span className="block">
          <Status {...orderStatusStyle(readOrder(known))} />
        </span>
      </span>
      <span className="text-sm text-ink-3">
        <Time value={at} withZone />
      </span>
    </li>
  )
}
