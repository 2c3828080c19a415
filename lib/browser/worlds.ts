/** A world of one's own, as the browser asks for it. */
import type { Role } from '../api/roles'
import { request } from './operation'

/** @throws ProblemError with why not */
const ask = (method: 'POST' | 'DELETE', path = '', body?: object) =>
  request(`/api/worlds${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })

export const startWorld = () => ask('POST')
export const switchRole = (role: Role) => ask('POST', '/role', { role })
export const startOver = () => ask('POST', '/reset')
export const leaveWorld = () => ask('DELETE')
