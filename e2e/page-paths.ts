/** The addresses of all pages that need no ID, from the folders of the console, so that no new page is forgotten. */
import { readdirSync } from 'node:fs'

/** As they follow the environment: `/orders/new`; the overview's is empty. */
export const pagePaths: readonly string[] = readdirSync('app/(console)/[environment]', { recursive: true })
  .map((file) => `/${file}`)
  .filter((file) => file.endsWith('/page.tsx'))
  .map((file) => file.replace(/(?:\/\[\[\.{3}step\]\])?\/page\.tsx$/, ''))
  .filter((path) => !path.includes('['))
  .sort()
