/** Starts the sandbox: reads settings, seeds, listens, and stops on SIGTERM or SIGINT. */
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createSandbox } from './app'
import { Clients, demoClient } from './clients'
import { readSettings, SettingError, type Settings } from './settings'
import { Tenants } from './tenants'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

async function listen(server: Server, { host, port }: Settings): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve)
    })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE')
      throw new SettingError(`Port ${port} is taken: stop what runs there, or set SANDBOX_PORT to a free port.`)
    if (code === 'EACCES')
      throw new SettingError(`Port ${port} is not allowed: set SANDBOX_PORT to a port from 1024 to 65535.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new SettingError(`SANDBOX_HOST is "${host}": set it to an address of this machine, such as 127.0.0.1.`)
    throw error
  }
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

/** Opens clients and tenants, and seeds the demo client's tenant, so that its first request need not wait. */
function openFolder({ folder, transfers }: Settings) {
  try {
    const tenants = new Tenants({ folder, seed: { transfers }, wall: Date.now })
    const clients = new Clients(join(folder, 'clients.sqlite'))
    clients.add(demoClient)
    tenants.forClient(demoClient)
    return { clients, tenants }
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error) === undefined) throw error
    throw new SettingError(`The folder ${folder} cannot be used (${error.message}): set MINTDESK_DATA to one that can.`)
  }
}

/** Printed at the start; contains no secret. */
function startMessage(origin: string, { controlToken }: Settings): string {
  const control = controlToken
    ? `${origin}/control, with SANDBOX_CONTROL_TOKEN in the header x-sandbox-control-token`
    : 'disabled, because SANDBOX_CONTROL_TOKEN is not set'
  return [`Sandbox service on ${origin}`, `  Description: ${origin}/docs/`, `  Control: ${control}`].join('\n')
}

async function run(): Promise<void> {
  const settings = readSettings(process.env)
  // Seeding may take a minute, so a port in use is reported first.
  const probe = createServer()
  await listen(probe, settings)
  await close(probe)

  if (process.argv.includes('--reset')) rmSync(settings.folder, { recursive: true, force: true })
  const { clients, tenants } = openFolder(settings)
  const control = { token: settings.controlToken, host: settings.host }
  const server = createSandbox({ clients, tenants, control })
  await listen(server, settings)
  const { port } = server.address() as AddressInfo
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  console.log(startMessage(`http://${host}:${port}`, settings))

  const stop = async () => {
    // Requests in flight may finish within this time.
    setTimeout(() => server.closeAllConnections(), 5000).unref()
    await close(server)
    tenants.close()
    clients.close()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

run().catch((error) => {
  console.error(error instanceof SettingError ? error.message : error)
  process.exit(1)
})
