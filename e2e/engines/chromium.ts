/** Chromium, by Playwright. */
import { chromium } from '@playwright/test'
import { launchOptions } from '../browser-options.mjs'
import type { Engine } from './engine'

export async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch(launchOptions)
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    // Chromium also logs answers that are errors, which pages show themselves.
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) errors.push(message.text())
  })
  return {
    version: `Chromium ${browser.version()}`,
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    takeErrors: async () => errors.splice(0),
    stop: () => browser.close(),
  }
}
