import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { curlCommand } from './request-preview'

/** What curl would be given, word by word, by a real shell with the two variables set. */
function wordsOf(command: string): string[] {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${command}`
  const env = { ...process.env, BASE_URL: 'http://service', ACCESS_TOKEN: 'a-token' }
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

test('the curl command has the exact body and no secret', () => {
  const body = { side: 'SELL', metadata: { note: `it's "5 > 3" $HOME \`id\` !x \\ \n é😀` } }
  const command = curlCommand('createOrder', { path: { profile_id: 'a b$(id)`!\'"' }, body })
  expect(command).toMatch(/"\$BASE_URL\/v2\/profiles\//)
  const words = wordsOf(command)
  expect(words).toEqual([
    '--request',
    'POST',
    '--url',
    `http://service/v2/profiles/${encodeURIComponent('a b$(id)`!\'"')
      .replace('!', '%21')
      .replace("'", '%27')
      .replace('(', '%28')
      .replace(')', '%29')}/orders`,
    '--header',
    'Authorization: Bearer a-token',
    '--header',
    'Content-Type: application/json',
    '--data',
    JSON.stringify(body),
  ])
})

test('no text in a body breaks out of its quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(wordsOf(curlCommand('createRule', { body: { text } })).at(-1)).toBe(JSON.stringify({ text }))
    }),
    { numRuns: 60 },
  )
})
