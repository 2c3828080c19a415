/** Programs of tests and benchmarks for plain Node, which runs no TypeScript. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @returns the path of the program, which the caller removes */
export async function bundleForNode(entry: string): Promise<string> {
  const { build } = await import('esbuild')
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const outfile = join('.build', `program-${randomUUID()}.mjs`)
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Node does not find the modules of validator, whose paths lack an ending; Next's get theirs.
    external: Object.keys(dependencies).filter((name) => name !== 'validator'),
    alias: { 'next/server': 'next/server.js' },
  })
  return outfile
}
