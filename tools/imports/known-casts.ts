/** Files that cast to `never`, how often and why: as the law found them, and only ever fewer. */
export const knownCasts: Readonly<Record<string, { readonly count: number; readonly why: string }>> = {
  'areas/actions/server/evidences.ts': { count: 2, why: 'what the server adds to a change, in the form that a row is sent in' },
  'areas/evidence/server/revisions.ts': { count: 1, why: 'only the server writes revisions: no change that is sent holds any' },
  'areas/risks/web/approval-api.ts': { count: 1, why: 'the parameters of a list, whichever they are' },
  'demo/build/analyses.ts': { count: 1, why: 'the data of a job, which each job reads by itself' },
  'tools/test/oidc-provider.ts': { count: 2, why: 'stands in for a method of Node with several signatures' },
}
