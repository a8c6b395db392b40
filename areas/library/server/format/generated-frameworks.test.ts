import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { parseLibrary } from './parse-library.ts'

const choices = fc.array(fc.record({ value: fc.string({ minLength: 1 }) }), { maxLength: 4 })

/** Each node hangs on an earlier one or is a root; assessable or not has nothing to do with having children. */
const nodes = fc.array(
  fc.record({
    assessable: fc.boolean(),
    above: fc.option(fc.nat(), { nil: null }),
    name: fc.option(fc.string(), { nil: null }),
    questions: fc.array(choices, { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 40 },
)

type Generated = typeof nodes extends fc.Arbitrary<infer Value> ? Value : never

const urnOf = (index: number) => `urn:acme:risk:req_node:generated:${index}`

function parentOf({ above }: Generated[number], index: number): number | null {
  return above === null || index === 0 ? null : above % index
}

function fileOf(generated: Generated): object {
  return {
    urn: 'urn:acme:risk:library:generated',
    locale: 'en',
    ref_id: 'generated',
    name: 'Generated',
    version: 1,
    objects: {
      framework: {
        urn: 'urn:acme:risk:framework:generated',
        ref_id: 'generated',
        name: 'Generated',
        requirement_nodes: generated.map((node, index) => {
          const parent = parentOf(node, index)
          return {
            urn: urnOf(index),
            assessable: node.assessable,
            ...(parent !== null && { parent_urn: urnOf(parent) }),
            ...(node.name !== null && { name: node.name }),
            questions: Object.fromEntries(
              node.questions.map((list, at) => [
                `${urnOf(index)}:q${at}`,
                {
                  type: 'multiple_choice',
                  text: 'Which?',
                  choices: list.map((choice, place) => ({ ...choice, urn: `${urnOf(index)}:q${at}:c${place}` })),
                },
              ]),
            ),
          }
        }),
      },
    },
  }
}

test('any tree, as YAML or JSON, keeps every node, question and choice, its order and its parents', () => {
  fc.assert(
    fc.property(nodes, fc.constantFrom(stringify, JSON.stringify), (generated, write: (value: object) => string) => {
      const library = parseLibrary(new TextEncoder().encode(write(fileOf(generated))))
      const questions = generated.flatMap((node) => node.questions)
      const requirements = generated.filter(({ assessable }) => assessable).length
      expect(library.counts).toMatchObject({
        policies: 1,
        requirements,
        groups: generated.length - requirements,
        questions: questions.length,
        choices: questions.flat().length,
      })
      const parsed = library.frameworks[0]?.nodes ?? []
      expect(parsed.map(({ urn }) => urn)).toEqual(generated.map((_, index) => urnOf(index)))
      expect(parsed.map(({ parent }) => parent)).toEqual(generated.map(parentOf))
      for (const node of parsed) {
        expect(node.depth).toBe(node.parent === null ? 1 : (parsed[node.parent]?.depth ?? 0) + 1)
        expect(node.display_name.en).toBeTruthy()
      }
    }),
    { numRuns: 150 },
  )
})

test('no bytes whatever make the reader fail without a reason', () => {
  const soup = fc.array(
    fc.constantFrom(
      'urn: ',
      'objects:',
      '\n',
      '  ',
      '- ',
      '{',
      '}',
      '[',
      ']',
      ',',
      ': ',
      '"',
      "'",
      '&a ',
      '*a',
      '|',
      '>',
      '<<',
      '!!str ',
      'x',
      '1',
      '#',
      '---\n',
      '\t',
      '%',
    ),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        soup.map((parts) => new TextEncoder().encode(parts.join(''))),
      ),
      (file) => {
        expect(() => parseLibrary(file)).toThrow(expect.objectContaining({ name: 'LibraryError' }) as Error)
      },
    ),
    { numRuns: 2000 },
  )
})
