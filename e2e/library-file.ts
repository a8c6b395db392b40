export interface Part {
  readonly text: string
  /** Brings a model of its own. */
  readonly model?: string
}

/** A file with one framework in the library format, for whatever asks for a file; JSON is YAML. A requirement is the same in another version by its model. */
export function libraryFile(mark: string, { locale = 'en', version = 1 }: { readonly locale?: string; readonly version?: number }, parts: readonly Part[]) {
  const urn = (kind: string, rest: string) => `urn:journey:risk:${kind}:${mark}-${rest}`.toLowerCase()
  const text = JSON.stringify({
    urn: urn('library', 'all'),
    locale,
    ref_id: mark,
    name: `Framework ${mark}`,
    description: 'What a plant needs',
    provider: 'Journey',
    packager: 'journey',
    version,
    objects: {
      framework: {
        urn: urn('framework', 'all'),
        ref_id: mark,
        name: `Framework ${mark}`,
        requirement_nodes: [
          { urn: urn('req_node', 'top'), ref_id: 'A', name: 'Continuity', depth: 1, assessable: false },
          ...parts.map(({ text, model }, n) => ({
            urn: urn('req_node', model ?? `r${n}`),
            parent_urn: urn('req_node', 'top'),
            ref_id: `A.${n + 1}`,
            name: text,
            depth: 2,
            assessable: true,
            ...(model && { reference_controls: [urn('function', model)] }),
          })),
        ],
      },
      reference_controls: parts.flatMap(({ model }) =>
        model ? [{ urn: urn('function', model), ref_id: `${mark}-${model}`, name: `${model} ${mark}`, category: 'process' }] : [],
      ),
    },
  })
  return { name: `${mark}.yaml`, mimeType: 'application/yaml', buffer: Buffer.from(text) }
}
