import { setTimeout as pause } from 'node:timers/promises'
import { exported } from './exported.ts'
import { atMost, megabytes, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { framework, importLibrary } from './libraries.ts'
import { residentOf } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

const libraries = 60
/** Requirements of the sixty, in turns: most frameworks are small, some are as large as the largest that are published. */
const sizes = [120, 300, 60, 600, 120, 1200]

/** What the server's process holds after a day's hardest work: sixty libraries imported, and the largest trees opened, one after the other; then two large organisations at once. */
export async function memory(world: World): Promise<Figure[]> {
  return [...(await ofLibraries(world)), ...(await ofLargeOrganisations(world))]
}

async function ofLibraries(world: World): Promise<Figure[]> {
  const { server } = world
  const customer = await world.customer('Librarian')
  const person = await signIn(server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const atStart = residentOf(server.pid)
  let highest = atStart
  const look = () => (highest = Math.max(highest, residentOf(server.pid)))
  for (let n = 0; n < libraries; n += 1) {
    await importLibrary(world, person, framework(`library${n}`, sizes[n % sizes.length] ?? 0))
    look()
  }
  const imported = residentOf(server.pid)
  const { objects } = JSON.parse((await person.call('POST', '/policy/page', { queryParams: { per_page: 100 } })).body.toString()) as {
    objects: { current_version: { id: number } }[]
  }
  for (const { current_version } of objects) {
    await person.call('GET', `/policy_version/${current_version.id}/tree`)
    look()
  }
  person.close()
  return [
    { what: 'resident memory of the server before', measured: megabytes(atStart) },
    { what: `after ${libraries} libraries`, measured: megabytes(imported) },
    { what: 'at its highest', measured: megabytes(highest) },
    atMost('and with their trees opened', residentOf(server.pid), 350, megabytes),
  ]
}

/** Two organisations of 100,000 actions each: files of all of them, made side by side, and their lists, counts and searches meanwhile. */
async function ofLargeOrganisations(world: World): Promise<Figure[]> {
  const people = []
  for (const name of ['Large', 'Larger']) {
    const { customer } = await seedActions(world, { name, actions: 100_000, searchable: true })
    people.push(await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password))
  }
  await settle(world)
  let highest = 0
  await Promise.all(
    people.map((person) =>
      exported(person, async () => {
        await person.call('POST', '/remediation/page', { queryParams: { per_page: 1000 } })
        await person.call('GET', '/dashboard/actions')
        await person.call('GET', '/search?q=firewall')
        highest = Math.max(highest, residentOf(world.server.pid))
        await pause(50)
      }),
    ),
  )
  for (const person of people) person.close()
  return [atMost('two organisations of 100,000 actions, exported side by side while they are read: at its highest', highest, 400, megabytes)]
}
