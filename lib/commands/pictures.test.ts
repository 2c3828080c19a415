import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { pictureNames } from '../../e2e/pictures/names.mjs'

test('an unknown picture is refused before anything is built, with the names of those that exist', () => {
  const { status, stderr } = spawnSync(process.execPath, ['lib/commands/pictures.mjs', 'overview', 'overviw'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toBe(`No picture is called overviw. There are ${pictureNames.join(', ')}.\n`)
})
