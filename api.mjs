import { readFileSync } from 'node:fs'
const base='http://localhost:4317/api'
const r = await fetch(base+'/auth/login',{method:'POST',headers:{'x-vigie':'1','content-type':'application/json'},body:JSON.stringify({email:'global_pilote@demo.example',password:readFileSync('data/demo-password','utf8').trim()})})
const cookie=r.headers.getSetCookie().map(c=>c.split(';')[0]).join('; ')
export const call=async(m,p,b)=>{const x=await fetch(base+p,{method:m,headers:{'x-vigie':'1',cookie,...(b&&{'content-type':'application/json'})},...(b&&{body:JSON.stringify(b)})});return x.json()}
const people=(await call('POST','/member/page',{queryParams:{per_page:50}})).objects
for(const p of people){const o=(await call('GET',`/member/${p.id}/objects`)); console.log(p.id,p.name,o.objects?.length)}
const g=(await call('POST','/group/page',{})).objects; for(const p of g){console.log('group',p.id,p.name,(await call('GET',`/group/${p.id}/objects`)).objects?.length)}
const i=(await call('POST','/incident/page',{queryParams:{filters:[{name:'closed',selected_options:[false]}]}})).objects; for(const p of i)console.log('inc',p.id,p.name,p.perimeter?.name,(await call('GET',`/incident/${p.id}/contacts`)).objects?.map(c=>c.name).join(' > '))
console.log(JSON.stringify(await call('GET',`/responsible?entity=remediation&perimeter=${(await call('POST','/perimeter/page',{queryParams:{global_search:'Brno'}})).objects[0].id}`)))
