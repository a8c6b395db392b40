import { PostgresQueryCompiler, type CompiledQuery, type QueryId, type RootOperationNode } from 'kysely'

/** A value that takes one parameter of a statement however often it stands there: a wide reach is sent and read once. Its type must be the same everywhere. */
export class Shared {
  readonly value: readonly number[]

  constructor(value: readonly number[]) {
    this.value = value
  }
}

/** Writes statements for PostgreSQL. */
export class StatementCompiler extends PostgresQueryCompiler {
  #numbers = new Map<Shared, number>()

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#numbers.clear()
    return super.compileQuery(node, queryId)
  }

  protected override appendValue(parameter: unknown): void {
    if (!(parameter instanceof Shared)) return super.appendValue(parameter)
    const known = this.#numbers.get(parameter)
    if (known !== undefined) return this.append(`$${known}`)
    super.appendValue(parameter.value)
    this.#numbers.set(parameter, this.numParameters)
  }
}
