import type { Adapter } from './adapter.ts'
import { defender } from './defender/collect.ts'
import { epss } from './epss/collect.ts'
import { github } from './github/collect.ts'
import { gitlab } from './gitlab/collect.ts'
import { graph } from './graph/collect.ts'
import { httpJson } from './http-json/collect.ts'
import { kev } from './kev/collect.ts'
import { ldap } from './ldap/collect.ts'
import { tenableVm } from './tenable/collect.ts'

/** Every service that a connector can be of, for the server and a worker alike. */
export const adapters: readonly Adapter[] = [graph, defender, tenableVm, github, gitlab, ldap, kev, epss, httpJson]
