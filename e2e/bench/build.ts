/** Builds a copy of the console together with its baselines, which the product does not contain. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The least that a page can be. */
const barePage = `export default function Page() { return <p>bare</p> }\n`

/** The framework's floor: a handler that answers the same 64 kB every time. */
const constantRoute = `
const body = JSON.stringify({ items: [{ text: 'x'.repeat(64 * 1024) }] })
export const dynamic = 'force-dynamic'
export const GET = () => new Response(body, { headers: { 'content-type': 'application/json' } })
`

/** The usual handler: session by next-auth, fetch, parse, stringify. It checks less than the proxy does. */
const naiveRoute = `
import { getServerSession } from 'next-auth'
import { runningConsole } from '@/lib/console/running-console'
export const dynamic = 'force-dynamic'
export async function GET(request: Request) {
  const session = await getServerSession((await runningConsole()).authOptions())
  if (!session) return Response.json({ error: 'unauthorized' }, { status: 401 })
  const answer = await fetch(process.env.SANDBOX_BASE_URL + '/v2/transfer/transfers' + new URL(request.url).search, {
    headers: { authorization: 'Bearer ' + process.env.BENCH_TOKEN },
    cache: 'no-store',
  })
  return Response.json(await answer.json(), { status: answer.status })
}
`

/** @returns the folder of the built copy, inside this repository so that it finds the same packages */
export async function buildBenchConsole(): Promise<string> {
  const folder = join(root, '.build', 'bench')
  rmSync(folder, { recursive: true, force: true })
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files
    .split('\n')
    .filter((name) => /^(app|components|lib|public)\/|^[\w.]+\.(ts|js|mjs|json)$/.test(name))) {
    if (/(\.test|\btesting)\.tsx?$|\/testing\/|^package-|^(biome|knip)|^vitest|^lib\/(sandbox|commands)\//.test(file))
      continue
    cpSync(join(root, file), join(folder, file))
  }
  const own = {
    'app/bench/page.tsx': barePage,
    'app/api/bench/constant/route.ts': constantRoute,
    'app/api/bench/naive/route.ts': naiveRoute,
  }
  for (const [file, text] of Object.entries(own)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const env = { ...process.env, NODE_ENV: 'production' as const }
  const built = spawnSync(process.execPath, [join(root, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`The copy could not be built:\n${built.stdout}${built.stderr}`)
  return folder
}
