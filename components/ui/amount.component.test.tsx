import { expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { renderInConsole } from '@/components/testing/render'
import { Amount } from './amount'

type AccessibilityNode = { ignored: boolean; role?: { value: string }; name?: { value: string } }
type Frame = { frame: { id: string; name?: string }; childFrames?: Frame[] }

/** The texts that assistive technology reads, one by one, as Chromium's accessibility tree has them. */
async function readTexts(): Promise<string[]> {
  const session = cdp()
  const { frameTree } = (await session.send('Page.getFrameTree')) as { frameTree: Frame }
  const frames = (frame: Frame): string[] => [frame.frame.id, ...(frame.childFrames ?? []).flatMap(frames)]
  const texts: string[] = []
  for (const frameId of frames(frameTree)) {
    const { nodes } = (await session.send('Accessibility.getFullAXTree', { frameId })) as { nodes: AccessibilityNode[] }
    texts.push(
      ...nodes
        .filter(({ ignored, role }) => !ignored && role?.value === 'StaticText')
        .map(({ name }) => name?.value ?? ''),
    )
  }
  return texts
}

test.each([
  ['a debit in a column', <Amount key="1" text="249989.00" isDebit />, '−249,989.00'],
  ['an amount within text', <Amount key="2" text="0.41870000" isFree />, '0.41870000'],
  ['a fee in a sum', <Amount key="3" text="1025.50" sign="+" />, '+1,025.50'],
])('%s is read as one number', async (_, amount, text) => {
  await renderInConsole(<p className="text-sm">{amount}</p>)
  expect((await readTexts()).filter((read) => /\d/.test(read))).toEqual([text])
})
