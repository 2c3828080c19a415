// @ts-check
/** A later version of this repository for the upgrade campaign: a copy with one more migration, built under its own name. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyOfRepository } from './mutants.mjs'
import { giveUp, run } from './set-up.mjs'

/** As e2e/http/upgrade.test.ts has it. */
const added = `  '2099-01-01-added': {
    async up(database: Kysely<unknown>) {
      await database.schema.alterTable('intent').addColumn('added_later', 'text').execute()
    },
  },
}
`

/** @returns {{folder: string, remove: () => void}} where it was built, and what removes it */
export function buildNextVersion() {
  const folder = copyOfRepository('mintdesk-next-')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const migrations = join(folder, 'lib/database/migrations.ts')
  const source = readFileSync(migrations, 'utf8')
  writeFileSync(migrations, source.slice(0, source.lastIndexOf('}')) + added)
  if (!run(process.execPath, ['lib/commands/build.mjs', '--if-changed'], { cwd: folder })) {
    remove()
    giveUp('The later version could not be built; see the error above.')
  }
  return { folder, remove }
}
