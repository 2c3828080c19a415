import { expect } from 'vitest'
import { describeOnBothDatabases, ines } from '../../../server/writes/testing'
import { createPresets, maximumPresets } from './presets'

describeOnBothDatabases('Presets', ({ test, core, database, ledger, clock }) => {
  test('are at most 1,000 of a kind; those that are there can still be replaced', async () => {
    const presets = createPresets(database(), clock, ledger().encryption)
    const owner = core().upstreams.of('sandbox').owner
    const save = (key: string) => presets.save(owner, 'metadata-template', { key, value: '{}' }, ines)
    await save('first')
    const row = await database().selectFrom('preset').selectAll().where('key', '=', 'first').executeTakeFirstOrThrow()
    const more = Array.from({ length: maximumPresets - 1 }, (_, index) => ({ ...row, key: `key-${index}` }))
    for (let from = 0; from < more.length; from += 200)
      await database()
        .insertInto('preset')
        .values(more.slice(from, from + 200))
        .execute()
    await save('first')
    await expect(save('one more')).rejects.toMatchObject({
      problem: { status: 409, title: 'There can be 1000 presets of one kind.' },
    })
  })
})
