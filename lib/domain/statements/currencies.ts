/** Codes and signs of currencies, and the names that exchanges have for them. */

const assets = [
  ...[
    'USDC',
    'USDG',
    'USDP',
    'PYUSD',
    'USDT',
    'USDL',
    'EURC',
    'DAI',
    'PAXG',
    'BTC',
    'ETH',
    'BCH',
    'LTC',
    'LINK',
    'MATIC',
  ],
  ...['AAVE', 'UNI', 'XLM', 'SOL', 'POL', 'XRP', 'DOGE', 'ETC', 'ZEC', 'XMR'],
]
const codes: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...assets])

export const isCurrency = (code: string) => codes.has(code)

/** What stands for a code beside an amount. A krone may be that of three countries, and so is no code. */
const signs: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  zł: 'PLN',
  Kč: 'CZK',
  kr: '',
  'kr.': '',
  Kr: '',
  // Kraken writes Z before currencies and X before coins.
  ZUSD: 'USD',
  ZEUR: 'EUR',
  ZGBP: 'GBP',
  ZCAD: 'CAD',
  ZJPY: 'JPY',
  ZAUD: 'AUD',
  ZCHF: 'CHF',
  XXBT: 'BTC',
  XBT: 'BTC',
  XETH: 'ETH',
  XLTC: 'LTC',
  XXRP: 'XRP',
  XXLM: 'XLM',
  XXDG: 'DOGE',
  XDG: 'DOGE',
  XETC: 'ETC',
  XZEC: 'ZEC',
  XXMR: 'XMR',
}

/** `USD` for `$`, `usd` and `ZUSD`; other text in capital letters. */
export const currencyOf = (text: string): string => signs[text] ?? signs[text.toUpperCase()] ?? text.toUpperCase()

/** The currency that the head of a column names: `Deposits (SGD)`, `Amount USD`, `Betrag in €`; '' if it names none. */
export function currencyOfHead(head: string): string {
  const [, code = ''] = /[\s([/_]([A-Z]{3,5}|(?:US)?\p{Sc})[)\]]?\s*$/u.exec(head.slice(0, 200)) ?? []
  const currency = currencyOf(code)
  return isCurrency(currency) ? currency : ''
}

/** Decimal places of a currency's smallest unit, in which some formats count (ISO 4217); undefined for unknown codes. */
export function minorPlaces(code: string): number | undefined {
  if (!/^[A-Z]{3}$/.test(code) || !isCurrency(code) || assets.includes(code)) return undefined
  return new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits
}
