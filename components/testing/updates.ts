/** The button that says how current a page is, and what it opens. */
import { page } from 'vitest/browser'

/** @param label how its text begins: "Live" */
export const updates = (
  label: string | RegExp = /^(?:Live,|Updated \d|Not updated|Paused|Reconnecting|Waits|Loading|Not loaded)/,
) => page.getByRole('button', { name: typeof label === 'string' ? new RegExp(`^${label}\\b`) : label })

/** Reads the page again. */
export async function refresh(): Promise<void> {
  await updates().click()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
}
