/** Serves the API description and its viewer, without a token and without loading anything from the web. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { demoClient } from '../clients'
import { methodRefused } from '../handlers'
import type { Reply } from '../wire'
import { describeService } from './description'

/** The served files of the package, with their types. */
const packaged: Record<string, string> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox API · Mintdesk</title>
<link rel="icon" type="image/png" href="favicon-32x32.png">
<link rel="stylesheet" href="swagger-ui.css">
<link rel="stylesheet" href="page.css">
</head>
<body>
<header><strong>Mintdesk</strong> sandbox API <a href="../openapi.json">openapi.json</a></header>
<main id="viewer"><noscript>This viewer needs JavaScript. The description is <a href="../openapi.json">openapi.json</a>.</noscript></main>
<script src="swagger-ui-bundle.js"></script>
<script src="page.js"></script>
</body>
</html>
`

const style = `html { color-scheme: light dark; }
body { margin: 0; }
header { align-items: baseline; border-bottom: 1px solid #8884; display: flex; font: 14px/20px system-ui, sans-serif; gap: 6px; padding: 12px 20px; }
header a { color: inherit; margin-left: auto; }
.swagger-ui .info { margin: 24px 0; }
html.dark-mode body { background: #1c2022; color: #e4e6e6; }
`

/** Not inline, so that the content security policy needs no exception. */
const script = `const darkness = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', darkness.matches)
darkness.addEventListener('change', follow)
follow()
const viewer = SwaggerUIBundle({
  url: '../openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // By default the document would be sent to a public validator.
  validatorUrl: null,
  // Hides a warning about any dialect but OpenAPI's own; other tools need ours named.
  plugins: [() => ({ wrapComponents: { JsonSchemaDialect: () => () => null } })],
})
viewer.initOAuth(${JSON.stringify({ clientId: demoClient.id, clientSecret: demoClient.secret })})
`

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const reply = (type: string, body: string | Buffer): Reply => ({
  status: 200,
  headers: { 'content-type': type, 'content-security-policy': policy, 'referrer-policy': 'no-referrer' },
  body,
})

function fromPackage(name: string, type: string): Reply {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'))
  const { headers, ...rest } = reply(type, readFileSync(join(folder, name)))
  // These files change only with the package.
  return { ...rest, headers: { ...headers, 'cache-control': 'private, max-age=3600' } }
}

const own: Record<string, Reply> = {
  '': reply('text/html; charset=utf-8', page),
  'page.css': reply('text/css; charset=utf-8', style),
  'page.js': reply('text/javascript; charset=utf-8', script),
}

/** Files of the package, each read once. */
const cachedFiles = new Map<string, Reply>()

function fileOf(name: string): Reply | undefined {
  const ours = Object.hasOwn(own, name) ? own[name] : cachedFiles.get(name)
  const type = Object.hasOwn(packaged, name) ? packaged[name] : undefined
  if (ours || !type) return ours
  const read = fromPackage(name, type)
  cachedFiles.set(name, read)
  return read
}

/** The document of the last requested origin. */
let cachedDocument = { origin: '', text: '' }

function documentFor(origin: string): Reply {
  if (cachedDocument.origin !== origin) cachedDocument = { origin, text: JSON.stringify(describeService(origin)) }
  return reply('application/json', cachedDocument.text)
}

function openFile(segments: string[], origin: string): Reply | undefined {
  const [first, second, ...more] = segments
  if (more.length > 0) return undefined
  if (first === 'openapi.json' && second === undefined) return documentFor(origin)
  if (first !== 'docs') return undefined
  // The page uses relative links, so its URL must end with a slash.
  if (second === undefined) return { ...reply('text/plain', ''), status: 308, headers: { location: 'docs/' } }
  return fileOf(second)
}

/**
 * Answers `/openapi.json`, `/docs/` and the files of the viewer; none of them needs a token.
 * @param segments the decoded segments of the path
 * @param origin   the address the client used, such as `http://127.0.0.1:4010`
 * @returns undefined for any other path
 * @throws ProblemError 405 for a method other than GET or HEAD
 */
export function docsReply(method: string, segments: string[], origin: string): Reply | undefined {
  const found = openFile(segments, origin)
  if (!found || method === 'GET' || method === 'HEAD') return found && { ...found, headers: { ...found.headers } }
  throw methodRefused(method, ['GET', 'HEAD'])
}
