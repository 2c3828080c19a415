/** What banks, ERP systems and exchanges call their columns, and their rows that are no transactions. */

/**
 * Which column, from 0, holds what. A file has one column of amounts, perhaps beside one that says which of them are
 * debits, or one column of debits, one of credits, or both.
 */
export type Columns = {
  reference: number
  amount?: number
  direction?: number
  debit?: number
  credit?: number
  currency?: number
  status?: number
  balance?: number
  booked?: number
  value?: number
  counterparty?: number
}

export type ColumnRole = keyof Columns

/** In English, German, French, Dutch, Spanish, Italian, Polish, the Nordic languages, Portuguese and Japanese. */
export const headNames: Record<ColumnRole, RegExp> = {
  reference:
    /\bref|\bend ?to ?end\b|e2e|verwendungszweck|\bzweck|\bbetreff|remittance|\bpayment (?:id|details)\b|\btransaction (?:id|hash)\b|\b(?:tx|hash|uuid|transfer id|uetr)\b|\btx ?hash\b|\binvoice\b|\bbeleg|\bid\b|description|narrative|details|\bparticulars\b|\bmemo\b|\bpurpose\b|libell|référence|\bmotif\b|communication|omschrijving|mededeling|kenmerk|\bconcepto\b|descripci|\bdescrizione\b|\bcausale\b|riferimento|tytuł|\bopis\b|\btekst\b|\bmelding\b|\bmeddelande\b|beskrivelse|meddelelse|descri[cç][aã]o|hist[oó]rico|摘要|参照/i,
  amount:
    /\bamount\b|\bamt\b|\bbetrag\b|\bumsatz\b|\bvalue\b(?! date)|\bsum\b|\btotal\b|\bmontant\b|\bimporte\b|\bimporto\b|\bbedrag\b|\bkwota\b|\bbel(?:ø|o)pp?\b|\bbeløb\b|\bvalor\b|\bmontante\b|\bnet\b|\bquantity\b|金額/i,
  direction:
    /\bd ?c\b|\bc ?d\b|\bs ?h\b|\bd ?r ?c ?r\b|\bc ?r ?d ?r\b|\b(?:debit|dbit|debet) (?:or )?(?:credit|crdt|cdt)\b|\b(?:credit|crdt|cdt) (?:or )?(?:debit|dbit|dbt)\b|\bsoll haben\b|\baf bij\b|\bin out\b|\bdirection\b|\bsign\b|\brichtung\b|\bkennzeichen\b|\bvorzeichen\b|\bsens\b|\bsigno\b|\bsegno\b/i,
  debit:
    /\bdebits?\b|\bdr\b|\bsoll\b|\bwithdrawals?\b|\bvalue out\b|\b(?:money|paid) out\b|\bauszahlung|\blastschrift|\bbelastung|\bdébit\b|\bcargos?\b|\baf\b|\bdebe\b|\baddebiti?\b|\bdare\b|\buscite\b|\bobciążenia?\b|\bwydatki\b|\but\b|\bdébitos?\b|\bsaídas?\b|^out$|出金|支払|引出/i,
  credit:
    /\bcredits?\b|\bcr\b|\bhaben\b|\bdeposits?\b|\bvalue in\b|\b(?:money|paid) in\b|\beinzahlung|\bgutschrift|\bcrédit\b|\babonos?\b|\bbij\b|\bhaber\b|\baccrediti?\b|\bavere\b|\bentrate\b|\buznania?\b|\bwpływy\b|\binn\b|\bcréditos?\b|\bentradas?\b|^in$|入金|預入/i,
  currency:
    /\bcurrency\b|\bccy\b|\bcurr\b|währung\b|waehrung\b|\bdevise\b|\bmoneda\b|\bdivisa\b|\bvaluta\b|\bwaluta\b|\bmoeda\b|\basset\b|\bamount balance unit\b|通貨/i,
  status: /\bstatus\b|\bstate\b|\bsts\b|\bstatut\b|\bestado\b|\bstato\b/i,
  balance: /\bbalance\b|saldo|kontostand|\bsolde\b|残高/i,
  booked:
    /\bdate\b|\bdatum\b|\bbuchung(?:stag|sdatum)?\b|\bbooked\b|\bposted\b|\bfecha\b|\bdata\b|\bdato\b|\bbokført\b|\btimestamp\b|\btime\b|\bcreated\b|日付/i,
  value:
    /\bvalue date\b|\bvaluta\b|\bvalutadatum\b|\bwertstellung\b|\bdate de valeur\b|\bfecha valor\b|\bdata valuta\b/i,
  counterparty:
    /\bpayee\b|\bpayer\b|\bbeneficiary\b|\brecipient\b|\bcounterparty\b|\bcustomer\b|empfänger|auftraggeber|begünstigter|beguenstigter|\bname\b|\bnaam\b|\bnom\b|\bnombre\b|\bnome\b|\bnazwa\b|\bnavn\b/i,
}

/** The better of two columns with such heads. */
export const bestHeads: Partial<Record<ColumnRole, RegExp>> = {
  reference:
    /^(?:(?:our|your|client|customer|payment|external) )?ref(?:erence)?(?: ?(?:id|no|number|nr))?$|end ?to ?end|kundenreferenz$/i,
  amount: /^(?:transaction |payment )?(?:amount|betrag)$/i,
}

/** Beside the booked amount: what it was in another currency, what it cost, and what was left. */
export const otherMoney =
  /\bforeign\b|\boriginal\b|\borig\b|fremd|\binstructed\b|\bfees?\b|\bcharges?\b|gebühr|\bcommission\b|\bexchange\b|\brate\b|\bprice\b|kurs\b|\bbalance\b|saldo|kontostand|\bsolde\b|残高/i

/** What is in few words, and says nothing of debits. */
export const otherNames =
  /\baccount\b|konto|\bcompte\b|\bcuenta\b|\bcard\b|\biban\b|\bbic\b|\bbank\b|\bbranch\b|\bcountry\b|\bname\b|\bpayee\b|\bpayer\b|\bbeneficiary\b|\brecipient\b|\bcounterparty\b|\bcustomer\b|\bempfänger\b|\bauftraggeber\b|\bbegünstigter\b|\bdate\b|\bdatum\b|\bcategory\b|\bkategorie\b|\bnote\b|\bcomment\b|\btext\b|\bnetwork\b|\bzone\b|\bchannel\b|\bmethod\b/i

export const maximumHead = 200

/** `refId`, `REF_ID` and `Ref. ID` as words. */
export const headText = (head: string) =>
  head
    .slice(0, maximumHead)
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .replace(/[_.:/()-]+/g, ' ')
    .trim()

/** Columns whose text may hold references too, because their heads name some: in the order of the file. */
export const textColumns = (heads: readonly string[], columns: Partial<Columns>): number[] =>
  heads.flatMap((head, column) =>
    Object.values(columns).includes(column) || !headNames.reference.test(headText(head)) ? [] : [column],
  )

/** Where money goes, in lists of payments: beside names of people, accounts and addresses. */
const destinationHeads =
  /^(?:to|an|til|till|a|para|naar|do)$|\b(?:pay|paid|transfer|send) to\b|\bto (?:account|address|profile)\b|\b(?:receiver|creditor|vendor|supplier|destination|account|address|wallet|profile|kreditor|lieferant|konto|adresse|profil|destinataire|fournisseur|compte|beneficiario|destinatario|proveedor|cuenta|fornecedor|conta|fornitore|conto|indirizzo|begunstigde|ontvanger|leverancier|rekening|adres|odbiorca|rachunek|dostawca|mottaker|mottagare|modtager)\b|bénéficiaire|dirección|destinatário|leverandør|leverantör|受取人|口座/i

/** What a list of payments has in its columns. */
export type PaymentRole = 'amount' | 'currency' | 'reference' | 'to'

/** What the head of a column of payments says; undefined if it is none of these. */
export function paymentRole(head: string): PaymentRole | undefined {
  const text = headText(head)
  const isTo = destinationHeads.test(text) || headNames.counterparty.test(text)
  if (headNames.amount.test(text)) return 'amount'
  if (headNames.currency.test(text)) return 'currency'
  // A recipient's ID is the recipient, the reference of one is a reference.
  if (isTo && !/\bref/i.test(text)) return 'to'
  return headNames.reference.test(text) ? 'reference' : undefined
}

/** Columns of exchanges whose heads say too little, or too much. All heads must be there, in small letters. */
export const knownLayouts: readonly Readonly<Record<string, ColumnRole | ''>>[] = [
  // Kraken, ledgers.
  { txid: '', refid: 'reference', time: 'booked', aclass: '', asset: 'currency', amount: 'amount', fee: '' },
  // Coinbase, transaction history.
  {
    timestamp: 'booked',
    'transaction type': 'direction',
    asset: 'currency',
    'quantity transacted': 'amount',
    notes: 'reference',
  },
  // Coinbase Exchange, account statement.
  {
    portfolio: '',
    time: 'booked',
    amount: 'amount',
    balance: 'balance',
    'amount/balance unit': 'currency',
    'transfer id': 'reference',
  },
]

/** Rows that say a balance or a total. The whole cell says so: a payer may be called Total. */
export const otherRows = {
  opening:
    /^(?:(?:opening|beginning|starting|previous|initial) balance|balance (?:brought forward|b\/?f)|anfangssaldo|anfangsbestand|alter kontostand|eröffnungssaldo|saldovortrag|solde (?:initial|précédent|d['’]ouverture)|ancien solde|saldo (?:inicial|anterior|iniziale|początkowe)|beginsaldo|inngående saldo|前回残高)[\s:]{0,3}[\d./-]{0,10}$/i,
  closing:
    /^(?:(?:closing|ending|final|new) balance|balance (?:carried forward|c\/?f)|endsaldo|endbestand|neuer kontostand|schlusssaldo|solde (?:final|de clôture)|nouveau solde|saldo (?:final|finale|actual|końcowe)|eindsaldo|utgående saldo|最終残高)[\s:]{0,3}[\d./-]{0,10}$/i,
  total:
    /^(?:(?:sub|grand )?totals?|summe|gesamt(?:summe)?|somme|suma|razem|totaal|totale|totaux|sum|i alt|合計)[\s:]{0,3}$/i,
}

/** The last line of some exports. */
export const endOfFile = /^\W{0,10}(?:end of (?:file|report|statement)|end|eof|dateiende)\W{0,10}$/i
