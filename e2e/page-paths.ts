/** The addresses of all pages that need no ID, from the folders of the console and the rows, so that no new page is forgotten. */
import { readdirSync } from 'node:fs'
import { formPath, isChange, writeNames, writeRowOf } from '../lib/provider/operations'

const folders = readdirSync('app/(console)/[environment]', { recursive: true })
  .map((file) => `/${file}`)
  .filter((file) => file.endsWith('/page.tsx'))
  .map((file) => file.replace(/\/page\.tsx$/, ''))
  .filter((path) => !path.includes('['))
const forms = writeNames.filter((name) => !isChange(name)).map((name) => `/${formPath(name)}`)
const lists = writeNames.map(writeRowOf).flatMap(({ listTitle, page }) => (listTitle ? [`/${page}`] : []))

/** As they follow the environment: `/orders/new`; the overview's is empty. */
export const pagePaths: readonly string[] = [...folders, ...forms, ...lists].sort()
