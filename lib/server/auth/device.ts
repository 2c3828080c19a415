/** What a browser says that it runs on, in a few words. */

/** The first that matches: most browsers also name those that they want to be taken for. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Headless)?(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Characters that are looked at: browsers say less, and some patterns go on to the end from each place where they begin. */
const longest = 512

/** `Chrome on macOS`, or less where a browser does not say it. Only these words are kept: the rest could tell a person apart. */
export function deviceOf(userAgent: string | null | undefined): string {
  const said = (userAgent ?? '').slice(0, longest)
  const named = (known: typeof browsers) => known.find(([pattern]) => pattern.test(said))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  if (!browser) return system ? `Another browser on ${system}` : 'Unknown device'
  return system ? `${browser} on ${system}` : browser
}
