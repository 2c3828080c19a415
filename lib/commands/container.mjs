// @ts-check
/**
 * What the image runs (Dockerfile), by its first word: `console`, `sandbox`, `health`, which asks either of them, or an
 * operator's command. It lies beside what it runs (build-image.mjs).
 */
const { HOST, PORT, SANDBOX_HOST, SANDBOX_PORT } = process.env
const [name = 'console'] = process.argv.slice(2)

/** @param {string} file */
const load = (file) => import(new URL(file, import.meta.url).href)

/**
 * Whether a server answers, and not with a failure of its own.
 * @param {string | undefined} host @param {string | undefined} port @param {string} path
 */
async function isHealthy(host, port, path) {
  const reached = !host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  try {
    const { status } = await fetch(`http://${reached.includes(':') ? `[${reached}]` : reached}:${port}${path}`)
    return status < 500
  } catch {
    return false
  }
}

if (name === 'console') {
  // Next listens on HOSTNAME, which in a container is the container's own name.
  process.env.HOSTNAME = HOST
  // As process 1 it is deaf until somebody listens. Next's listeners wait for connections; the console's come when it is open.
  process.env.NEXT_MANUAL_SIG_HANDLE = '1'
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0))
  // Next says its name and addresses before it runs code of ours. Standard output is for the log's JSON lines.
  console.log = console.error
  await load('server.js')
} else if (name === 'sandbox') await load('sandbox.mjs')
else if (name === 'health') {
  const isAnswered = (await isHealthy(HOST, PORT, '/api/health')) || (await isHealthy(SANDBOX_HOST, SANDBOX_PORT, '/'))
  process.exit(isAnswered ? 0 : 1)
} else await load('operate.mjs')
