/** A world of one's own, as the browser asks for it. */

import { request } from '../../../browser/operation'
import type { DefaultRole } from '../../../provider/roles'
import type { OfferedWorld, WorldLink } from '../interface'

/** @returns what the console answers, as it documents it. @throws ProblemError with why not */
async function ask<Json>(method: 'GET' | 'POST' | 'DELETE', path = '', body?: object): Promise<Json> {
  const { answer } = await request(`/api/worlds${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return answer.json as Json
}

/** Begins a world, or enters the one that this browser has. What was typed in one that is over is kept. */
export async function startWorld(): Promise<void> {
  // Loaded meanwhile: every page can switch roles, and few have forms.
  const drafts = import('../../../browser/form-drafts')
  const { person } = await ask<{ person: string }>('POST')
  const { carryDrafts } = await drafts
  carryDrafts(person)
}
export const switchRole = (role: DefaultRole) => ask('POST', '/role', { role })
export const startOver = () => ask('POST', '/reset')
export const leaveWorld = () => ask('DELETE')

/** The names of those who joined by a link and are signed in. */
export const worldOthers = () => ask<{ others: string[] }>('GET')
export const worldLinks = () => ask<{ links: WorldLink[] }>('GET', '/links')
export const makeLink = (role: DefaultRole) => ask<{ url: string; link: WorldLink }>('POST', '/links', { role })
export const revokeLink = (id: string) => ask<{ links: WorldLink[] }>('POST', '/links/revoke', { id })
/** What a link opens. @throws ProblemError 404 if it opens nothing */
export const previewLink = (token: string) => ask<OfferedWorld>('POST', '/links/preview', { token })
export const joinByLink = (token: string) => ask('POST', '/links/join', { token })
