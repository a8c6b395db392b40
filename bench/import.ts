import { atMost, count, ms, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { framework, importLibrary } from './libraries.ts'
import { median } from './measure.ts'
import { password, type World } from './world.ts'

const requirements = 1200

/** A framework uploaded and imported by the running server, until its report says that it is there. */
export async function importing(world: World): Promise<Figure[]> {
  const customer = await world.customer('Importer')
  const person = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const times: number[] = []
  let stored = 0
  for (const name of ['first', 'second', 'third']) {
    const content = framework(name, requirements)
    const start = performance.now()
    stored = await importLibrary(world, person, content)
    times.push(performance.now() - start)
  }
  person.close()
  return [
    { ...atMost('requirements that a framework brings', stored, requirements, count), met: stored === requirements },
    atMost(`from its upload to its report, median of ${times.length}`, median(times), 3000, ms),
  ]
}
