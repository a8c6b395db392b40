import { expect, test } from 'vitest'
import { tenantGuard } from './tenant-guard.ts'

const guard = tenantGuard(new Set(['perimeter', 'measure']))

test('a statement that names a tenant table says of which customer, once for each mention', () => {
  expect(() => guard('select id from perimeter where id = $1')).toThrow('1 tenant tables with 0 customer predicates')
  expect(() => guard('update "measure" set name = $1')).toThrow('1 tenant tables')
  expect(() => guard('select 1 from perimeter p join public.measure m on m.perimeter_id = p.id where p.customer_id = $1')).toThrow('2 tenant tables')
  expect(() => guard('select 1 from perimeter p join measure m on m.customer_id = p.customer_id where p.customer_id = $1')).not.toThrow()
  expect(() => guard('select now() from customer')).not.toThrow()
})
