/**
 * The steps of each tour. The browser test walks the same data, so that a step whose element or state is gone fails there.
 * Nothing here is shown by other pages, and no page knows of tours.
 */
import type { TourKey } from './tour-list'

/** The first visible element of a selector that contains a text, if one is given. */
export type Target = { css: string; text?: string }

/** What the step's button does: just what the visitor could do with the element. */
export type TourAct =
  | { label: string; kind: 'press' }
  | { label: string; kind: 'fill'; values: readonly (readonly [css: string, value: string])[]; press?: Target }
  | { label: string; kind: 'give'; what: 'letter' | 'bank-file' }

export type TourStep = {
  title: string
  /** What to do or to see, in a sentence. */
  what: string
  /** Why it matters, in a sentence. */
  why: string
  /** The page below the environment that the step begins on, if it is another one than that of the step before; `now` is ms since 1970. */
  opens?: string | ((now: number) => string)
  target: Target
  /** What leads to the target where a phone does not show it. */
  via?: Target & { label: string }
  /** Without one there is only something to see, or to wait for. */
  act?: TourAct
  /** There when the step is done; without it the visitor goes on. */
  until?: Target
  /** Whether all later steps need it, even if their pages look ready. */
  isNeeded?: true
}

/** Enough for any visitor's patience. */
export const mostSteps = 6

const form = 'form[aria-label="Move money"]'
const review = 'form[aria-label="Review movement"]'
const stations = '[aria-label="Stations of this movement"]'
const order = '#main form'
/** As the sandbox's history has it; the field takes a name or an ID. */
const mainTreasury = '1f0a6c1e-8d2b-4c57-9f3e-5a7d1b2c4e60'
const strip = '[aria-label="Environment"] button'
const reconcile = '[aria-label="Reconciled lines"]'

/** The first moments of last month and of this one, in UTC. @param now ms since 1970 */
export function lastMonth(now: number): { from: string; until: string } {
  const date = new Date(now)
  const first = (months: number) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().replace('.000', '')
  return { from: first(-1), until: first(0) }
}

export const tourSteps: Record<TourKey, readonly TourStep[]> = {
  mint: [
    {
      title: 'A mint is one sentence',
      what: 'Fill in the amount and what it becomes; profile and destination are filled in already.',
      why: 'The rule and its memo are found or made for you, so nothing is set up by hand.',
      opens: '/money/new',
      target: { css: `${form} input[name="amount"]` },
      act: {
        label: 'Fill it in',
        kind: 'fill',
        values: [
          [`${form} select[name="mint.destination_asset"]`, 'USDC'],
          [`${form} input[name="amount"]`, '100000'],
        ],
      },
      until: { css: `${form} button[type="submit"]`, text: '100,000.00 USD' },
    },
    {
      title: 'Look before it is sent',
      what: 'The stations above are those to come; review the movement.',
      why: 'Nothing is sent from this page, so a key pressed by mistake moves no money.',
      target: { css: `${form} button[type="submit"]`, text: '100,000.00 USD' },
      act: { label: 'Review it', kind: 'press' },
      until: { css: `${review} button[type="submit"]`, text: 'Mint 100,000.00 USD' },
    },
    {
      title: 'Press once',
      what: 'The review says what is sent, and what happens then.',
      why: 'However often it is pressed, it is sent once: a rule can never be made twice.',
      target: { css: `${review} button[type="submit"]`, text: 'Mint 100,000.00 USD' },
      act: { label: 'Send it', kind: 'press' },
      until: { css: '#main button', text: 'Send a test wire' },
    },
    {
      title: 'The money has not arrived yet',
      what: 'In production your bank sends this wire; here you do.',
      why: 'The memo is what ties the wire to this movement, so a wire without it is never mistaken for it.',
      target: { css: '#main button', text: 'Send a test wire' },
      act: { label: 'Let the wire arrive', kind: 'press' },
      until: { css: `${stations} li[data-state="done"]`, text: 'Wire in' },
    },
    {
      title: 'Watch it fill in',
      what: 'Each station fills in by itself as the provider reports it.',
      why: 'Every station’s out is the next one’s in, to the cent, so a missing cent would show.',
      target: { css: stations },
      until: { css: `${stations} li:last-of-type[data-state="done"]` },
    },
    {
      title: 'Your USDC is there',
      what: 'This page has an address that you can send to a colleague or to an auditor.',
      why: 'The whole way from the wire to the coins is one record, with the proof of each link.',
      target: { css: stations },
    },
  ],
  customer: [
    {
      title: 'A customer asks where their money is',
      what: 'Paste the whole e-mail into the box, or let the tour do it.',
      why: 'It is read in this browser only: what customers write is stored nowhere.',
      opens: '/lookup',
      target: { css: '#main textarea' },
      act: { label: 'Paste an e-mail', kind: 'give', what: 'letter' },
      until: { css: '[aria-label="What they say, and what we know"] td', text: 'Differs' },
    },
    {
      title: 'Each claim beside the fact',
      what: 'One amount in the e-mail is wrong: look for “Differs”.',
      why: 'You never answer from memory, and a customer’s slip does not become yours.',
      target: { css: 'section[aria-label="What they say, and what we know"]' },
    },
    {
      title: 'Who must act',
      what: 'One transfer has arrived; the other waits for travel rule details.',
      why: 'The table names who acts by when, so no one waits for a colleague who does not know.',
      target: { css: '[aria-label="Their transfers"]' },
    },
    {
      title: 'One reply to all of it',
      what: 'Copy the reply, which you may change first.',
      why: 'It says only what the customer may know: no internal ID leaves this page.',
      target: { css: '#main button', text: 'Copy reply' },
      act: { label: 'Copy the reply', kind: 'press' },
      until: { css: '#main button', text: 'Copied' },
    },
    {
      title: 'Answered',
      what: 'The reply is on your clipboard.',
      why: 'From the e-mail to its answer took four presses, and each figure in it is the provider’s.',
      target: { css: '#main button', text: 'Copied' },
    },
  ],
  lost: [
    {
      title: 'Where things go wrong on purpose',
      what: 'Open Rehearse, where you decide what the provider does.',
      why: 'An answer gets lost at the worst moment, so see it once before it is real money.',
      opens: '/orders/new',
      target: { css: '[data-key~="h"]' },
      via: { label: 'Open More', css: 'nav[aria-label="Main, phone"] button' },
      act: { label: 'Open Rehearse', kind: 'press' },
      until: { css: 'aside button', text: 'Lose the next answer' },
    },
    {
      title: 'The next answer will not come',
      what: 'Press “Lose the next answer”.',
      why: 'The provider will do what it is asked, and nobody here will hear of it.',
      target: { css: 'aside button', text: 'Lose the next answer' },
      act: { label: 'Lose it', kind: 'press' },
      until: { css: 'aside pre', text: 'drop' },
      isNeeded: true,
    },
    {
      title: 'An order to lose',
      what: 'Fill in the order and review it.',
      why: 'It has a reference of its own, by which it can be found whatever happens.',
      opens: '/orders/new',
      target: { css: `${order} button[type="submit"]`, text: 'Review' },
      act: {
        label: 'Fill it in and review it',
        kind: 'fill',
        values: [
          [`${order} #profile_id`, mainTreasury],
          [`${order} input[name="side"][value="BUY"]`, 'BUY'],
          [`${order} select[name="market"]`, 'ETHUSD'],
          [`${order} select[name="type"]`, 'MARKET'],
          [`${order} input[name="quote_amount"]`, '5000'],
        ],
        press: { css: `${order} button[type="submit"]`, text: 'Review' },
      },
      until: { css: '#main button', text: 'Buy ETH' },
    },
    {
      title: 'Send it',
      what: 'The order arrives at the provider, and its answer gets lost on the way back.',
      why: 'It is recorded before it is sent, so a lost answer is never a forgotten order.',
      target: { css: '#main button', text: 'Buy ETH' },
      act: { label: 'Send the order', kind: 'press' },
      until: { css: '#main button', text: 'Check outcome' },
    },
    {
      title: 'Unknown, and said so',
      what: 'Check the outcome: the order is sent again with its reference, and the provider answers with the one that it has.',
      why: 'A new order could buy twice; this one, had it never arrived, would be placed now, once.',
      target: { css: '#main button', text: 'Check outcome' },
      act: { label: 'Check it', kind: 'press' },
      until: { css: '#main li', text: 'Found at the provider' },
    },
    {
      title: 'Exactly one order',
      what: 'The provider had the order all along: it was found by its reference, not placed again.',
      why: 'However often an outcome is checked, there is one order and one record of what happened to it.',
      target: { css: '#main li', text: 'Found at the provider' },
    },
  ],
  month: [
    {
      title: 'Last month’s wires',
      what: 'This is the list of last month’s wires that came in; open its export.',
      why: 'The file has every row of the list, however many pages it has on screen.',
      opens: (now) => {
        const { from, until } = lastMonth(now)
        return `/transfers?type=WIRE_DEPOSIT&created_at.gte=${from}&created_at.lt=${until}`
      },
      target: { css: '#main button', text: 'Export' },
      act: { label: 'Open the export', kind: 'press' },
      until: { css: '[role="dialog"] button', text: 'Download' },
    },
    {
      title: 'A file for the books',
      what: 'Press Download in the dialog.',
      why: 'Amounts are exported digit by digit as the provider sent them, never rounded.',
      target: { css: '[role="dialog"] button', text: 'Download' },
      until: { css: '[role="dialog"] a', text: 'View exports' },
    },
    {
      title: 'What does the bank say?',
      what: 'Choose the bank’s file of the same month; the tour has one, with three lines that differ.',
      why: 'The file stays in this browser: only its references are sent.',
      opens: '/lookup/reconcile',
      target: { css: '#main button', text: 'file' },
      act: { label: 'Use the demo file', kind: 'give', what: 'bank-file' },
      until: { css: '#main button[type="submit"]', text: 'Reconcile' },
    },
    {
      title: 'The columns are found',
      what: 'Press Reconcile: each line is compared with the transfer that has its reference.',
      why: 'A line that only agrees in part is never called matched.',
      target: { css: '#main button[type="submit"]', text: 'Reconcile' },
      act: { label: 'Compare them', kind: 'press' },
      until: { css: reconcile },
    },
    {
      title: 'All but three lines match',
      what: 'Choose “Amount differs” above the table to see the first of them.',
      why: 'You look at three lines instead of a whole month.',
      target: { css: '#main label', text: 'Amount differs' },
      act: { label: 'Show it', kind: 'press' },
      until: { css: '#main label:has(input:checked)', text: 'Amount differs' },
    },
    {
      title: 'The month is closed but for three',
      what: 'Two digits are swapped in this line; the others have the wrong direction and no transfer at all.',
      why: 'The sums below are exact by result, so what is left to explain is known to the cent.',
      target: { css: reconcile },
    },
  ],
  stop: [
    {
      title: 'Too large for one person',
      what: 'Treasury asked to buy bitcoin for 320,000.00 USD, and the order waits.',
      why: 'The desk’s policy holds what is above 250,000.00 USD, so nothing has been sent.',
      opens: '/approvals',
      target: { css: '#main li', text: '320,000.00 USD' },
    },
    {
      title: 'A second person decides',
      what: 'Open “You are treasury” in the strip at the top.',
      why: 'Whoever asked can never approve it, whatever their roles.',
      target: { css: strip, text: 'You are' },
      act: { label: 'Open it', kind: 'press' },
      until: { css: '[role="dialog"] button', text: 'Approver' },
    },
    {
      title: 'Be the approver',
      what: 'Choose Approver.',
      why: 'In production this is a colleague, at another desk or on a phone.',
      target: { css: '[role="dialog"] button', text: 'Approver' },
      until: { css: strip, text: 'You are approver' },
    },
    {
      title: 'What, why and how much',
      what: 'Read why it needs you, then press Decline.',
      why: 'An approval is for exactly what is shown: a change of it would need another one.',
      opens: '/approvals',
      target: { css: '#main button', text: 'Decline' },
      via: { label: 'Open the request', css: '#main li a', text: '320,000.00 USD' },
      act: { label: 'Decline it', kind: 'press' },
      until: { css: '#main form[aria-label="Decline"] textarea' },
    },
    {
      title: 'Say why',
      what: 'Enter the reason and send it.',
      why: 'Whoever asked reads it at once, and so does an auditor in a year.',
      target: { css: '#main form[aria-label="Decline"] textarea' },
      act: {
        label: 'Enter a reason and decline',
        kind: 'fill',
        values: [['#main form[aria-label="Decline"] textarea', 'No one at the desk knows of this purchase.']],
        press: { css: '#main form[aria-label="Decline"] button[type="submit"]' },
      },
      until: { css: '#main p', text: 'Declined by' },
    },
    {
      title: 'It never left',
      what: 'The order ended here, with who declined it and why.',
      why: 'The provider never heard of it, so there is nothing to take back.',
      target: { css: '#main p', text: 'Declined by' },
    },
  ],
}
