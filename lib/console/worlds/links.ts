/**
 * Links by which colleagues join a world. Only a digest of a link's token is kept. A page has the token in its fragment,
 * which browsers send to no server, and posts it in a body: it is in no log, and what only opens the link changes nothing.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { WorldLink } from '../../features/worlds/interface'
import { ProblemError } from '../../provider/problem'
import type { Clock } from '../../server/clock'

/** Links of one world at once, and joins by one of them. */
export const mostLinks = { ofWorld: 20, joins: 50 }
/** Milliseconds for which a link works. */
export const linkLife = 24 * 3_600_000

export type KeptLink = { world: string; link: WorldLink; joins: number; endsAt: number }

const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url')
const textOf = (millis: number) => new Date(millis).toISOString()

export function createLinks(clock: Clock) {
  const byDigest = new Map<string, KeptLink>()

  /** Those of a world that still work, newest first. */
  const of = (world: string) =>
    [...byDigest].filter(([, kept]) => kept.world === world && kept.endsAt > clock.steady()).reverse()

  return {
    /** @returns the link, and its token, which is not kept. @throws ProblemError 409 */
    make(world: string, { id, role, by }: Pick<WorldLink, 'id' | 'role' | 'by'>): { token: string; link: WorldLink } {
      for (const [digest, { endsAt }] of byDigest) if (endsAt <= clock.steady()) byDigest.delete(digest)
      if (of(world).length >= mostLinks.ofWorld)
        throw new ProblemError(409, 'too-many-links', `A demo can have ${mostLinks.ofWorld} links at once.`, {
          detail: 'Revoke one, then make another.',
        })
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const link = { id, role, by, made_at: textOf(now), ends_at: textOf(now + linkLife) }
      byDigest.set(digestOf(token), { world, link, joins: 0, endsAt: clock.steady() + linkLife })
      return { token, link }
    },
    list: (world: string): WorldLink[] => of(world).map(([, { link }]) => link),
    /** What a token leads to. Nothing tells a revoked link from one that never was. */
    find(token: unknown): KeptLink | undefined {
      const kept = typeof token === 'string' ? byDigest.get(digestOf(token)) : undefined
      return kept && kept.endsAt > clock.steady() ? kept : undefined
    },
    /** Counts a join. @returns false if the link was used too often */
    join(kept: KeptLink): boolean {
      if (kept.joins >= mostLinks.joins) return false
      kept.joins += 1
      kept.link = { ...kept.link, used_at: textOf(clock.now()) }
      return true
    },
    /** @returns the link, if the world had it */
    revoke(world: string, id: unknown): WorldLink | undefined {
      const [digest, kept] = of(world).find(([, { link }]) => link.id === id) ?? []
      if (digest !== undefined) byDigest.delete(digest)
      return kept?.link
    },
    /** Ends all links of a world. */
    end(world: string) {
      for (const [digest, kept] of byDigest) if (kept.world === world) byDigest.delete(digest)
    },
  }
}
