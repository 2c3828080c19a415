// @ts-check
/** Finds a Chromium for the tests, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { giveUp, program, run } from './set-up.mjs'

/** The shell first: the same Chromium without windows, for a sixth less time. */
const named = [
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'],
]
const installed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** @returns {string | undefined} */
function ofTheSystem() {
  for (const name of named) {
    const found = spawnSync('which', [name], { encoding: 'utf8' })
    if (found.status === 0) return found.stdout.trim()
  }
  return installed.find(existsSync)
}

/** Playwright's own browser, where it was downloaded. @returns {Promise<string | undefined>} */
async function ofPlaywright() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** Debian's package, where this process may install it. */
function fromDebian() {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium')
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  run('apt-get', ['update', '-qq'], quiet)
  const install = (/** @type {string} */ name) =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)
  return install('chromium-headless-shell') || install('chromium') ? ofTheSystem() : undefined
}

/** @returns {Promise<string>} the path of a browser to drive */
export async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const found = (await ofPlaywright()) ?? ofTheSystem()
  if (found) return found
  const downloaded = run(process.execPath, [program('@playwright/test/cli.js'), 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 180_000,
  })
  return (
    (downloaded ? await ofPlaywright() : undefined) ??
    fromDebian() ??
    giveUp(
      'No Chromium was found and none could be installed. Install Chrome, Chromium or Edge, or set CHROMIUM_PATH to one.',
    )
  )
}
