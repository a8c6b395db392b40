import { execFile, spawnSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'

/** The client asks for Python 3.11; where that is not there, this is told and nothing is tried. */
const python = ['python3', 'python'].find((command) => spawnSync(command, ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0)
const here = fileURLToPath(new URL('.', import.meta.url))

const script = `
import os, sys, json
from vigie import Vigie, VigieProblem, models

vigie = Vigie(os.environ["VIGIE_URL"], os.environ["VIGIE_KEY"])
program, perimeter = int(sys.argv[1]), int(sys.argv[2])
body: models.ActionsNew = {"name_en": "From Python", "program": program, "perimeter": perimeter}
made = vigie.create_actions(body)
changed = vigie.change_actions(made["id"], {"name_en": "Renamed"}, version=made["version"])
for n in range(3):
    vigie.create_actions({"name_en": f"More {n}", "program": program, "perimeter": perimeter})
file = vigie.post_evidence_files("bericht äöü.txt", b"All is well.")
proof = vigie.create_evidence({"name_en": "Proof", "perimeter": perimeter, "files": [{"id": file["id"]}]})
problems = []
for call in (
    lambda: vigie.change_actions(made["id"], {"name_en": "Late"}, version=1),
    lambda: vigie.create_actions({"name_en": 7, "program": program}),
    lambda: next(vigie.list_gaps()),
):
    try:
        call()
    except VigieProblem as problem:
        problems.append([problem.status, problem.code, [one.get("pointer") for one in problem.errors]])
print(json.dumps({
    "names": [row["name"] for row in vigie.list_actions(limit=2, sort="id", late=False)],
    "version": changed["version"],
    "file": proof["files"][0]["name"],
    "history": len(vigie.read_actions_history(made["id"])["objects"]),
    "problems": problems,
}))
`

let world: World
let url: string
beforeAll(async () => {
  if (!python) return
  world = await makeWorld()
  await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(world.app.http.server.address() as AddressInfo).port}`
})
afterAll(() => world?.app.close())

test.skipIf(!python)('a program in Python reads and writes by the client, with nothing but Python (skipped: there is no Python 3.11)', async () => {
  const { secret } = objectOf(await world.pilot.post('/api_key', { name: 'Python', write: ['actions', 'evidence'] }))
  const env = { ...process.env, PYTHONPATH: here, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8', VIGIE_URL: url, VIGIE_KEY: secret }
  const { stdout } = await promisify(execFile)(python ?? '', ['-c', script, String(world.plan), String(world.lyon)], { env })
  expect(JSON.parse(stdout)).toEqual({
    names: ['Renamed', 'More 0', 'More 1', 'More 2'],
    version: 2,
    file: 'bericht äöü.txt',
    history: 2,
    problems: [
      [412, 'PRECONDITION_FAILED', []],
      [400, 'INVALID', ['#/name_en']],
      [403, 'SCOPE', []],
    ],
  })
})
