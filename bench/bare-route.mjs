// A route that answers with the bytes of a file, and nothing else: what a page held ready is compared with. Says its port on a line of its own.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const bytes = readFileSync(process.argv[2])
const http = Fastify()
http.get('/api/bytes', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
await http.listen({ port: 0, host: '127.0.0.1' })
console.log(http.server.address().port)
