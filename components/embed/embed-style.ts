/** The flow's CSS, themed by custom properties. One string, since it is inlined into the page. */
export const EMBED_STYLE = `
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%}
body{margin:0;font:400 1rem/1.5 var(--font);overflow-wrap:anywhere}
main{max-width:30rem;margin:0 auto;
  padding:calc(24px + env(safe-area-inset-top)) calc(16px + env(safe-area-inset-right))
  calc(32px + env(safe-area-inset-bottom)) calc(16px + env(safe-area-inset-left))}
h1,h2,p,ul,dl,dd,fieldset{margin:0;padding:0;border:0;min-width:0}
h1{font-size:1.25rem;line-height:1.75rem;font-weight:600;text-wrap:balance}
h2{font-size:1rem;font-weight:600;margin:24px 0 8px}
ul{list-style:none}
form,.stack{display:grid;gap:16px;grid-template-columns:minmax(0,1fr)}
.quiet{color:var(--quiet)}
.small{font-size:.875rem;line-height:1.25rem}
.figures{font-variant-numeric:tabular-nums}
.strong,dd,legend,label{font-weight:600}
.plain,.choice small{font-weight:400}
.dollars{display:block;font-size:2.5rem;line-height:3rem;font-weight:600;letter-spacing:-.022em}
.school{display:flex;align-items:center;gap:16px}
.school>div,.row>span{min-width:0;flex:1}
img{border-radius:var(--radius);flex:none;display:block}
a{color:var(--link);text-underline-offset:.2em}
.alone,summary,.text-button{display:inline-flex;align-items:center;min-height:48px;min-width:44px}
.text-button{background:none;border:0;padding:0;justify-self:start;color:var(--link);font:inherit;
  text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
.main,.other{display:flex;align-items:center;justify-content:center;width:100%;min-height:48px;
  padding:8px 16px;border-radius:var(--radius);font:600 1rem/1.5 var(--font);text-align:center;
  text-decoration:none;cursor:pointer}
.main{background:var(--accent);color:var(--on-accent);border:1px solid var(--accent-edge)}
.main:hover,.main:active{background:var(--pressed)}
.other{background:none;color:var(--ink);border:1px solid var(--edge)}
.center{text-align:center}
.amounts{display:grid;gap:8px;grid-template-columns:repeat(2,minmax(0,1fr));margin-top:8px}
.choice{display:flex;gap:12px;align-items:center;min-height:48px;padding:8px 12px;cursor:pointer;
  border:1px solid var(--edge);border-radius:var(--radius)}
.choice:has(:checked){border-color:var(--accent-edge);box-shadow:inset 0 0 0 1px var(--accent-edge)}
.choice input{flex:none;width:20px;height:20px;margin:0;accent-color:var(--accent-edge)}
.choice span{min-width:0}
.choice b{font-weight:600}
.amounts b{font-size:1.25rem;white-space:nowrap}
.amounts .offered{grid-column:1/-1;padding:12px}
.amounts .offered b{font-size:2.5rem;line-height:3rem;letter-spacing:-.022em}
fieldset+details{margin-top:16px}
.choice small{display:block;font-size:.875rem;line-height:1.25rem;color:var(--quiet)}
.choices{display:grid;gap:8px;margin-top:8px}
input[type=text],input[type=search],textarea{display:block;width:100%;min-height:48px;padding:8px 12px;
  font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--edge);
  border-radius:var(--radius);margin-top:8px}
[aria-invalid]{border-color:var(--failed)!important}
details{border-top:1px solid var(--line)}
details>:last-child{padding-bottom:16px}
summary{cursor:pointer;width:100%;gap:8px;list-style:revert}
summary::before{content:"+";width:1rem;color:var(--link);font-weight:600}
details[open]>summary::before{content:"\\2212"}
summary::-webkit-details-marker{display:none}
.error{color:var(--failed);font-weight:400}
.notice{border:1px solid var(--edge);border-left:4px solid var(--edge);border-radius:var(--radius);padding:12px 16px}
.notice.failed{border-color:var(--failed)}
.notice a{min-height:44px;display:inline-flex;align-items:center}
.row{display:flex;align-items:center;gap:12px;width:100%;min-height:64px;padding:8px 0;text-align:left;
  font:inherit;color:inherit;background:none;border:0;border-top:1px solid var(--line);cursor:pointer}
.row b{font-weight:600}
.search{grid-template-columns:minmax(0,1fr) auto;gap:8px;align-items:end}
.search .other{width:auto}
dl{display:grid;gap:8px;border-top:1px solid var(--line);padding-top:16px}
dt{color:var(--quiet);font-size:.875rem;line-height:1.25rem}
.kept{white-space:pre-wrap}
.told{grid-column:1/-1}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap;
  border:0;padding:0;margin:-1px}
:focus-visible{outline:3px solid var(--accent-edge);outline-offset:3px}
@media (forced-colors:active){:focus-visible{outline-color:Highlight}}
`;
