/** First-load JavaScript by page, in gzip kB, and how much of it a bare page of the same build has already. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Route = { route: string; firstLoadChunkPaths: string[] }

/** @param folder a built console @returns a line a page */
export function benchPages(folder: string): string[] {
  const routes: Route[] = JSON.parse(readFileSync(join(folder, '.next/diagnostics/route-bundle-stats.json'), 'utf8'))
  const sizes = new Map<string, number>()
  const sizeOf = (path: string) => {
    const known = sizes.get(path) ?? gzipSync(readFileSync(join(folder, path)), { level: 9 }).byteLength
    sizes.set(path, known)
    return known
  }
  const weights = routes
    .map(({ route, firstLoadChunkPaths }) => ({
      route,
      bytes: firstLoadChunkPaths.reduce((sum, path) => sum + sizeOf(path), 0),
    }))
    .sort((a, b) => a.bytes - b.bytes)
  const bare = weights.find(({ route }) => route === '/bench')
  if (!bare) throw new Error('The build says nothing of the bare page.')
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(6)
  return weights.map(
    ({ route, bytes }) =>
      `${kilobytes(bytes)} kB  ${kilobytes(bytes - bare.bytes)} kB over bare  ${(bytes / bare.bytes).toFixed(2)}x  ${route}`,
  )
}
