/** A small proxy that answers CONNECT, and fails where it is told. */
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** How it answers CONNECT: with a tunnel, with a status, by closing the connection, or never. */
export type ProxyMode = 'tunnel' | 403 | 407 | 502 | 'closes' | 'silent'

export async function startConnectProxy() {
  const sockets = new Set<Socket>()
  const proxy = {
    mode: 'tunnel' as ProxyMode,
    /** What CONNECT asked for, and with which credentials. */
    asked: [] as { target: string; authorization: string | undefined }[],
    /** Its address with a user's name and password. */
    url: '',
    password: 'proxy-pass@word',
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }

  function answer({ url: target = '', headers }: IncomingMessage, socket: Socket, head: Buffer) {
    proxy.asked.push({ target, authorization: headers['proxy-authorization'] })
    socket.on('error', () => undefined)
    if (typeof proxy.mode === 'number') socket.end(`HTTP/1.1 ${proxy.mode} No\r\ncontent-length: 0\r\n\r\n`)
    else if (proxy.mode === 'closes') socket.destroy()
    else if (proxy.mode === 'tunnel') {
      const { hostname, port } = new URL(`http://${target}`)
      const far = connect(Number(port), hostname === 'provider.test' ? '127.0.0.1' : hostname, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        far.write(head)
        socket.pipe(far).pipe(socket)
      })
      sockets.add(far)
      far.on('error', () => socket.destroy())
      socket.on('close', () => far.destroy())
      far.on('close', () => socket.destroy())
    }
  }

  const server = createServer()
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  proxy.url = `http://desk:${encodeURIComponent(proxy.password)}@127.0.0.1:${port}`
  return proxy
}

export type ConnectProxy = Awaited<ReturnType<typeof startConnectProxy>>
