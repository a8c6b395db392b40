import { createVigie, VigieProblem } from '#clients/typescript/client.ts'
import { parse, type Context } from './context.ts'
import { addressOf, credentialsOf, forget, keep } from './credentials.ts'
import { plain } from './output.ts'
import { check, exportRows, get, list } from './read.ts'
import { readSecret, type Terminal } from './terminal.ts'
import { Ended, exits, type Exit } from './usage.ts'
import { languageOf, sayIn } from './words.ts'
import { importFindings, importInventory, upload } from './write.ts'

const commands: Readonly<Record<string, (context: Context) => Promise<void>>> = {
  list,
  get,
  export: exportRows,
  check,
  upload,
  'import findings': importFindings,
  'import inventory': importInventory,
}

export const cliVersion = '1.0.0'

/** Runs the command; answers what it ends with. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<Exit> {
  const { env, stdout, stderr } = terminal
  const language = languageOf(env)
  const say = sayIn(language)
  const print = (text: string) => void stdout.write(`${text}\n`)
  const note = (text: string) => void stderr.write(`${text}\n`)
  try {
    const { values: options, positionals } = parse(argv)
    const [command = '', ...rest] = positionals
    if (options.version) return (print(cliVersion), exits.done)
    if (options.help || command === '' || command === 'help') return (print(say('usage')), command === '' && !options.help ? exits.usage : exits.done)

    if (command === 'logout') return (await forget(env), print(say('signed_out')), exits.done)
    if (command === 'login') {
      const url = addressOf(options.url || env.VIGIE_URL, say)
      const key = env.VIGIE_KEY || (await readSecret(terminal, say))
      if (!key) throw new Ended(exits.usage, say('no_key'))
      // Whatever its scopes are: one that lets in is refused for them at most.
      await createVigie({ url, key, language })
        .get('/actions', { query: { limit: 1 } })
        .catch((error: unknown) => {
          if (error instanceof VigieProblem && error.status === 401) throw new Ended(exits.refused, say('key_refused'))
          if (!(error instanceof VigieProblem && error.status === 403)) throw error
        })
      return (print(say('signed_in', { path: await keep(env, { url, key }) })), exits.done)
    }
    if (command === 'types')
      return (print((await typesOf(addressOf(options.url || env.VIGIE_URL || (await credentialsOf(env, undefined, say)).url, say))).join('\n')), exits.done)

    const two = `${command} ${rest[0] ?? ''}`
    const [work, args] = commands[command] ? [commands[command], rest] : [commands[two], rest.slice(1)]
    if (!work) throw new Ended(exits.usage, say('unknown_command', { name: command === 'import' ? two.trim() : command }))
    const { url, key } = await credentialsOf(env, options.url, say)
    await work({ terminal, say, options, args, vigie: createVigie({ url, key, language }), print, note })
    return exits.done
  } catch (error) {
    if (error instanceof Ended) return (note(error.message), error.code)
    if (error instanceof VigieProblem) {
      note(plain(error.message))
      for (const { pointer, parameter, detail } of error.errors) note(plain(`  ${pointer ?? parameter ?? ''}: ${detail}`))
      return exits.refused
    }
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    note(say('unreachable', { reason: plain(cause instanceof Error ? cause.message : String(cause)) }))
    return exits.unreachable
  }
}

/** The types that the server knows, as it says itself to whoever asks. */
async function typesOf(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/public/v1/openapi.json`, { redirect: 'error' })
  const { tags } = (await answer.json()) as { readonly tags: readonly { readonly name: string }[] }
  return tags.map(({ name }) => plain(name)).toSorted()
}
