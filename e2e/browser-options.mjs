// @ts-check
/** How the tests start Chromium and set up its windows: Playwright's and the component tests. */

/**
 * The features that Playwright turns off, because the browser takes only the last such list; and the popups of the
 * address bar, for each of which the browser would load a page with every window.
 */
const featuresOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

export const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH || undefined,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${featuresOff.join(',')}`,
    // A page of a test ends before optimized code pays for its compilation: a seventh of the processor time.
    '--js-flags=--no-opt --no-maglev',
  ],
}

export const contextOptions = { locale: 'en-GB', timezoneId: 'Europe/Zurich' }
