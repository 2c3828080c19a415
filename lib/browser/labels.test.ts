import { expect, test } from 'vitest'
import { inSentence } from './labels'

test('a name within a sentence begins with a small letter, and a code stays as it is', () => {
  expect(['Wire in', 'USDC arrives', 'A wire'].map(inSentence)).toEqual(['wire in', 'USDC arrives', 'a wire'])
})
