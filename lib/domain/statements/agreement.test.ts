/**
 * One truth is written in every format, layout, language, encoding and style of signs, and read: the same for all, or asked
 * or refused by name.
 */
import { expect, test } from 'vitest'
import { compareDecimals } from '../decimals'
import { readWhole } from './testing/reading'
import { written } from './testing/writers'

const count = Number(process.env.STATEMENT_FILES ?? (process.env.CAMPAIGN ? 30_000 : 1_000))
const first = process.env.CAMPAIGN ? Number(process.env.STATEMENT_SEED ?? Math.floor(Math.random() * 2 ** 30)) : 44

test(`${count} files say what they were written from, from seed ${first}`, async () => {
  const wrong: string[] = []
  const asked: string[] = []
  for (let seed = first; seed < first + count; seed += 1) {
    const { truth, file } = written(seed)
    const name = `${seed}: ${file.name}`
    try {
      const { statement, proof, asked: open } = await readWhole(new Blob([file.bytes]))
      if (open.length > 0) {
        asked.push(`${name} asks for ${open.join(', ')}`)
        continue
      }
      const lines = statement.lines.map(({ references, text, amount = '', direction, currency, problem, booked }) => ({
        hasReference: (where: string) => references.includes(where) || text.includes(where),
        said: [problem ?? '', amount, direction, currency, booked].join(' '),
      }))
      const isTurned = /newest first/.test(file.name)
      const wanted = isTurned ? truth.lines.toReversed() : truth.lines
      const isRight =
        lines.length === wanted.length &&
        wanted.every(({ reference, amount, day }, at) => {
          const direction = amount.startsWith('-') ? 'debit' : 'credit'
          const line = statement.lines[at]
          return (
            lines[at]?.hasReference(reference) &&
            line?.problem === undefined &&
            compareDecimals(line?.amount ?? '', amount) === 0 &&
            line?.direction === direction &&
            line.currency === truth.currency &&
            (line.booked ?? day) === day
          )
        })
      if (!isRight) wrong.push(`${name}\n  ${lines.map(({ said }) => said).join('\n  ')}`)
      else if (file.hasBalances !== (proof.is === 'proven')) wrong.push(`${name} is ${JSON.stringify(proof)}`)
    } catch (error) {
      asked.push(`${name}: ${error}`)
    }
  }
  expect(wrong.slice(0, 10)).toEqual([])
  expect(asked.slice(0, 20).join('\n')).toBe('')
}, 1_200_000)
