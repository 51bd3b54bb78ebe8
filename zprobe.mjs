import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
const [cwd, command, ...rest] = process.argv.slice(2);
const cut = rest.indexOf('::'); const args = cut<0?rest:rest.slice(0,cut); const calls = cut<0?[]:rest.slice(cut+1);
const client = new Client({ name: 'x', version: '1' });
await client.connect(new StdioClientTransport({ command, args, cwd, env: { PATH: process.env.PATH, HOME: '/tmp/D/home', DO_NOT_TRACK: '1', GITNEXUS_LBUG_EXTENSION_INSTALL: 'load-only' }, stderr: 'ignore' }), {timeout: 120000});
if (calls.length===0) { const { tools } = await client.listTools(); for (const t of tools) console.log(t.name, '::', (t.description??'').slice(0,160).replace(/\n/g,' '), JSON.stringify(t.inputSchema.properties??{}).slice(0,700), t.inputSchema.required); }
for (let i=0;i+1<calls.length;i+=2) { const s=performance.now(); const r = await client.callTool({name: calls[i], arguments: JSON.parse(calls[i+1])}, {timeout: 120000}).catch(e=>({content:[{text:'ERR '+e.message}]})); const t=(r.content??[]).map(c=>c.text).join('\n'); console.log('>>', calls[i], calls[i+1], Math.round(performance.now()-s)+'ms', t.length, r.isError, '\n'+t.slice(0,600)); }
await client.close();
