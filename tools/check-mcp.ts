/**
 * `npm run check-mcp`: the command line of the official inspector against the server, as somebody would try what an assistant is given: every tool is listed and its schemas looked at as strictly as
 * it can, tools are called with arguments as they are typed, rows are read as resources, and what a key may not is refused. The inspector is no part of the installation: it is put in a folder of its
 * own, once; where it cannot be had, that is said and that is all. Ends with one line `N passed, N failed`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicPath } from '#areas/programs/contract/calls.ts'
import { askedServer } from '#tools/check/server.ts'

const inspector = '@modelcontextprotocol/inspector'
const version = '2.12.0'
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'node_modules', '.cache', `mcp-inspector-${version}`)
const program = join(folder, 'node_modules', ...inspector.split('/'), 'clients', 'launcher', 'build', 'index.js')

if (isThere()) await check()
else {
  console.log('The inspector cannot be had from here: the check of assistants is left out')
  console.log('0 passed, 0 failed')
}

function isThere(): boolean {
  const made = join(folder, 'made')
  if (existsSync(made)) return true
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries', '1', '--prefix', folder, `${inspector}@${version}`]
  const { status } = spawnSync('npm', args, { stdio: 'ignore', timeout: 180_000 })
  if (status === 0 && existsSync(program)) writeFileSync(made, '')
  return status === 0 && existsSync(program)
}

interface Said {
  readonly code: number
  readonly out: string
  readonly error: string
}

async function check(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'vigie-inspector-'))
  const server = await askedServer('mcp')
  const say = async (secret: string, ...args: readonly string[]): Promise<Said> => {
    const child = spawn(
      process.execPath,
      [program, '--cli', '--server-url', `${server.address}${publicPath}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${secret}`, ...args],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH, HOME: home, MCP_CATALOG_PATH: join(home, 'mcp.json') } },
    )
    let [out, error] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
    const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? 1)))
    return { code, out, error }
  }
  let [passed, failed] = [0, 0]
  const holds = (what: string, is: boolean, said: Said) => {
    if (is) passed += 1
    else {
      failed += 1
      console.log(`${what}: ended with ${said.code}\n${said.error.slice(0, 2000)}\n${said.out.slice(0, 2000)}`)
    }
  }
  try {
    // The inspector asks several times for each thing that it does, and a key has so many requests a minute.
    const keys = await Promise.all(
      ['one', 'two', 'three'].map(async (name) => {
        const { object } = await server.pilot('POST', '/api_key', { name: `Inspector ${name}`, read: ['scores', 'attention'], write: ['actions'] })
        return String(object.secret)
      }),
    )
    const [secret = '', , last = ''] = keys
    const { object: plan } = await server.pilot('POST', '/program', { name_en: 'Plan' })
    const { object: action } = await server.pilot('POST', '/remediation', { name_en: 'Rotate the certificates', program: plan.id })
    const { object: gone } = await server.pilot('POST', '/api_key', { name: 'Gone', read: ['actions'] })
    await server.pilot('POST', `/api_key/${gone.id}/revoke`, {})

    const listed = await say(secret, '--method', 'tools/list', '--strict')
    const names = listed.code === 0 ? (JSON.parse(listed.out) as { tools: { name: string }[] }).tools.map(({ name }) => name) : []
    holds('every tool is listed, and its schemas are what every client takes', listed.code === 0 && names.includes('explain_score'), listed)

    const modern = await say(secret, '--method', 'tools/list', '--protocol-era', 'modern')
    holds('the newest revision is spoken, too', modern.code === 0 && modern.out.includes('explain_score'), modern)

    const calls: readonly (readonly [name: string, args: readonly string[], holds: (text: string) => boolean])[] = [
      ['list_types', [], (text) => text.includes('actions')],
      ['list_types', ['type=actions'], (text) => text.includes('target_date_to')],
      ['search', ['text=certificates'], (text) => text.includes('Rotate the certificates')],
      ['list_rows', ['type=actions', 'limit=1', 'filters={"status":"TO_PLAN"}'], (text) => text.includes('next_cursor')],
      ['count_rows', ['type=actions', 'by=status'], (text) => text.includes('groups')],
      ['open_row', ['type=actions', `id=${action.id}`], (text) => text.includes('Rotate the certificates')],
      ['history_of_row', ['type=actions', `id=${action.id}`], (text) => text.includes('create')],
      ['read_score', [], (text) => text.includes('performance')],
      ['explain_score', ['depth=1'], (text) => text.includes('reasons')],
      ['score_history', [], (text) => text.includes('objects')],
      ['scores_of_perimeters', [], (text) => text.includes('groupings')],
      ['what_waits', [], (text) => text.includes('objects')],
      ['late_actions', [], (text) => text.includes('total')],
      [
        'propose_changes',
        ['title=Rename it', 'reason=To say where', `changes=[{"type":"actions","id":${action.id},"values":{"name_en":"Rotate them in Lyon"}}]`],
        (text) => text.includes('/reviews/proposals'),
      ],
      ['my_proposals', [], (text) => text.includes('Rename it')],
    ]
    for (const [n, [name, args, right]] of calls.entries()) {
      const said = await say(keys[Math.floor(n / 6)] ?? last, '--method', 'tools/call', '--tool-name', name, ...args.flatMap((arg) => ['--tool-arg', arg]))
      holds(`${name} ${args.join(' ')}`, said.code === 0 && !/"isError":\s*true/.test(said.out) && right(said.out), said)
    }

    const resources = await say(last, '--method', 'resources/list')
    holds('rows are resources', resources.code === 0 && resources.out.includes('vigie://actions'), resources)
    const read = await say(last, '--method', 'resources/read', '--uri', `vigie://actions/${action.id}`)
    holds('a row is read as one', read.code === 0 && read.out.includes('Rotate the certificates'), read)
    const templates = await say(last, '--method', 'resources/templates/list')
    holds('rows have a template', templates.code === 0 && templates.out.includes('vigie://{type}/{id}'), templates)

    const refused = await say(secret, '--method', 'tools/call', '--tool-name', 'open_row', '--tool-arg', 'type=gaps', '--tool-arg', 'id=1')
    holds('what a key may not read is told as a refusal', /"isError":\s*true/.test(refused.out) && /gaps/.test(refused.out), refused)
    const out = await say(String(gone.secret), '--method', 'tools/list')
    holds('a revoked key is not let in', out.code !== 0 && !out.out.includes('"tools"'), out)
    console.log(`${passed} passed, ${failed} failed`)
    process.exitCode = failed === 0 ? 0 : 1
  } finally {
    await server.close()
    rmSync(home, { recursive: true, force: true })
  }
}
