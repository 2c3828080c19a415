import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { NewTeamSettings } from './input'
import { defaultReply, fillReply } from './interface'
import { replyTemplateNames, replyTemplates, teamBounds, templateError } from './team-choices'

const errorsOf = (settings: object) => {
  const { success, error } = z.safeParse(NewTeamSettings, settings)
  return success ? [] : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('A template of a reply', () => {
  it.each(replyTemplateNames)('%s: the example is right, and uses known placeholders only', (name) => {
    expect(templateError(name, replyTemplates[name].example)).toBeUndefined()
    expect(errorsOf({ [name]: replyTemplates[name].example })).toEqual([])
  })

  it.each([
    ['{message} {amuont}', '{amuont} is no placeholder. Use one of {message}, {transaction}, {as_of}, {desk}.'],
    ['{message} {} {', '{} is no placeholder. Use one of {message}, {transaction}, {as_of}, {desk}.'],
    ['{message} {', 'A { or } has no partner. Placeholders are {message}, {transaction}, {as_of}, {desk}.'],
    ['Hello', 'Add {message}: without it the reply says nothing.'],
  ])('that is %s is refused with what it may have', (text, message) => {
    expect(templateError('reply_en', text)).toBe(message)
    expect(errorsOf({ reply_en: text })).toEqual([`reply_en: ${message}`])
  })

  it('is filled in once, and without lines that stay empty', () => {
    const message = 'Done: {desk} $& {message}'
    expect(fillReply(defaultReply, { message, as_of: 'Now.' })).toBe(`Hello,\n\n${message}\n\nNow.`)
    expect(fillReply('{desk}\n\n{message}', { message: 'Done.' })).toBe('Done.')
  })
})

describe('The settings of a desk', () => {
  it('may all be left out', () => {
    expect(errorsOf({})).toEqual([])
    expect(errorsOf({ unknown: 1 })).toHaveLength(1)
  })

  it.each(Object.entries(teamBounds))('keep %s within its bounds', (name, [least, most]) => {
    for (const right of [least, most]) expect(errorsOf({ [name]: right })).toEqual([])
    for (const wrong of [least - 1, most + 1, least + 0.5, String(least)])
      expect(errorsOf({ [name]: wrong }), String(wrong)).toHaveLength(1)
  })

  it('refuse a zone, a colour and a name that there are not', () => {
    expect(errorsOf({ zone: 'Europe/Zurich', mark: 195, name: 'Treasury' })).toEqual([])
    expect(errorsOf({ zone: 'Zurich' })).toEqual(['zone: Enter a time zone by its name, like Europe/Zurich.'])
    expect(errorsOf({ mark: 1 })).toEqual(['mark: Choose one of the colours.'])
    expect(errorsOf({ name: ' ' })).toHaveLength(1)
    expect(errorsOf({ name: 'x'.repeat(41) })).toEqual(['name: Use at most 40 characters.'])
  })
})
