/** How files say in words which lines are debits. */
import type { Direction } from './statement'

/**
 * Ways to say it, in which the same word always means the same: in English, German, French, Spanish, Portuguese, Italian,
 * Dutch, Polish, the Nordic languages, Japanese and the codes of ISO 20022 and SWIFT; in German by S and H (Soll, Haben);
 * in Polish by Wn and Ma; by signs. RC takes back a credit, RD a debit.
 */
const ways: readonly Record<Direction, string>[] = [
  {
    debit:
      'd|dr|db|dbt|debit|debits|debited|dbit|rc|out|outgoing|outbound|withdrawal|withdrawn|paid out|money out|sent|send|soll|lastschrift|belastung|auszahlung|ausgang|abgang|debet|debito|adeudo|cargo|debe|retiro|salida|saida|addebito|dare|uscita|uscite|sortie|decaissement|af|uit|obciazenie|wyplata|wydatek|ut|ud|uttak|出金|支払',
    credit:
      'c|cr|credit|credits|credited|crdt|rd|in|incoming|inbound|deposit|deposited|paid in|money in|received|receive|haben|gutschrift|einzahlung|eingang|zugang|kredit|credito|abono|haber|ingreso|entrada|accredito|avere|entrata|entrate|entree|encaissement|bij|uznanie|wplata|wplyw|inn|ind|innskudd|入金|受取',
  },
  { debit: 's', credit: 'h' },
  { debit: 'wn', credit: 'ma' },
  { debit: '-', credit: '+' },
]

const plain = (text: string) =>
  text
    .slice(0, 100)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/ł/g, 'l')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s().,/_]+/g, ' ')
    .trim()

const known = ways.map(({ debit, credit }) => {
  const entries = [debit, credit].flatMap((words, at) =>
    words.split('|').map((word) => [word, at === 0 ? 'debit' : 'credit'] as const),
  )
  return new Map<string, Direction>(entries)
})

/**
 * What the texts of a column say, in the one way that has most of them.
 * @returns those that are understood; none if two ways have as many
 */
export function readDirections(texts: Iterable<string>): Map<string, Direction> {
  const distinct = [...new Set(texts)]
  const read = known.map((words) =>
    distinct.flatMap((text) => {
      const direction = words.get(plain(text))
      return direction ? [[text, direction] as const] : []
    }),
  )
  const [best = [], next = []] = read.toSorted((one, other) => other.length - one.length)
  return new Map(best.length > next.length ? best : [])
}
