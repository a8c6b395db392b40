import type { FastifyInstance } from 'fastify'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { routeOf } from './logging.ts'

/** Upper bounds in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  readonly labels: string
  readonly buckets: number[]
  count: number
  sum: number
}

/** `GET /metrics` in Prometheus' text format: requests by route, connections, memory. Names no customer and no person. */
export function metrics(app: FastifyInstance, db: DatabaseAccess): void {
  const requests = new Map<string, Series>()
  app.addHook('onResponse', async (request, reply) => {
    const labels = `method="${request.method}",route="${routeOf(request)}",status="${reply.statusCode}"`
    const seconds = reply.elapsedTime / 1000
    const series = requests.get(labels) ?? { labels, buckets: bounds.map(() => 0), count: 0, sum: 0 }
    requests.set(labels, series)
    series.count += 1
    series.sum += seconds
    for (const [n, bound] of bounds.entries()) if (seconds <= bound) series.buckets[n] = (series.buckets[n] ?? 0) + 1
  })
  app.get('/metrics', async (_, reply) => {
    const memory = process.memoryUsage()
    const { total, idle, waiting } = db.load
    const lines = [
      '# TYPE vigie_http_request_seconds histogram',
      ...[...requests.values()].flatMap(histogram),
      '# TYPE vigie_database_connections gauge',
      `vigie_database_connections{state="busy"} ${total - idle}`,
      `vigie_database_connections{state="idle"} ${idle}`,
      '# TYPE vigie_database_waiting gauge',
      `vigie_database_waiting ${waiting}`,
      ...readsOfStandby(db),
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${memory.rss}`,
      '# TYPE process_heap_bytes gauge',
      `process_heap_bytes ${memory.heapUsed}`,
      '# TYPE process_cpu_seconds_total counter',
      `process_cpu_seconds_total ${process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6}`,
      '# TYPE process_uptime_seconds gauge',
      `process_uptime_seconds ${process.uptime()}`,
    ]
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

function readsOfStandby({ standbyReads: reads }: DatabaseAccess): string[] {
  if (reads === null) return []
  const name = 'vigie_standby_reads_total'
  return [`# TYPE ${name} counter`, `${name}{answered="standby"} ${reads.served}`, `${name}{answered="database"} ${reads.left}`]
}

function histogram({ labels, buckets, count, sum }: Series): string[] {
  const name = 'vigie_http_request_seconds'
  return [
    ...bounds.map((bound, n) => `${name}_bucket{${labels},le="${bound}"} ${buckets[n] ?? 0}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ]
}
