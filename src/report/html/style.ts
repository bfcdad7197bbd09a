import { createHash } from 'node:crypto';

/**
 * The one style sheet of every page. Colours repeat what words, signs and line styles say; all pairs of text and
 * background have a contrast of 4.5 and more in both themes, which test/browser measures.
 */
export const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--panel:#f5f7f9;--line:#cfd6dd;--text:#1a1f26;--dim:#525c67;--link:#0a57b8;
--bad:#a8200d;--bad-bg:#fdf0ee;--warn:#714600;--warn-bg:#fdf5e3;--good:#0c5f33;--good-bg:#ebf8f0;--plain-bg:#eef1f4;
--mark-1:#a8200d;--mark-2:#0a57b8;--mark-3:#0c5f33;--mark-4:#7a3ea1;--mark-5:#714600;--mark-6:#0b6470;--mark-7:#525c67}
@media (prefers-color-scheme:dark){:root{--bg:#0e1318;--panel:#161c23;--line:#36414d;--text:#e7eaee;--dim:#a7b0bb;
--link:#8dc3ff;--bad:#ffa196;--bad-bg:#2d1614;--warn:#f1c36c;--warn-bg:#2a2110;--good:#83dba8;--good-bg:#10271a;--plain-bg:#1d252d;
--mark-1:#ffa196;--mark-2:#8dc3ff;--mark-3:#83dba8;--mark-4:#d9b3f5;--mark-5:#f1c36c;--mark-6:#7fd7e2;--mark-7:#a7b0bb}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
header,main,footer,nav.contents{max-width:76rem;margin:0 auto;padding:0 1rem;overflow-wrap:anywhere}
main:focus{outline:none}
h1,h2,h3,h4{line-height:1.25;margin:2rem 0 .6rem;text-wrap:balance}
h1{font-size:1.9rem;margin-top:1.5rem}h2{font-size:1.4rem;padding-top:.9rem;border-top:1px solid var(--line)}h3{font-size:1.12rem}h4{font-size:1rem;margin-top:1.2rem}
p,ul,ol,dl{margin:.4rem 0 .8rem}ul,ol{padding-left:1.4rem}li{margin:.25rem 0}
a{color:var(--link)}
code,pre,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
pre{margin:.4rem 0;padding:.6rem .75rem;background:var(--panel);border:1px solid var(--line);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-9999px;top:0;padding:.6rem 1rem;background:var(--bg);z-index:1}
.skip:focus{left:0}
.dim{color:var(--dim)}
.under{color:var(--dim);margin-top:0}
nav.contents ul{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;padding:0;margin:.6rem 0}
nav.contents li{margin:0}nav.contents a{display:inline-block;padding:.2rem 0}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr));gap:.75rem;margin:1rem 0;padding:0;list-style:none}
.card{margin:0;padding:.75rem .9rem;border:1px solid var(--line);border-left-width:6px;border-radius:6px;background:var(--panel)}
.card .what{display:block;font-size:.85rem;color:var(--dim)}
.card .verdict{display:block;font-size:1.35rem;font-weight:650;line-height:1.3}
.card .why{display:block;font-size:.92rem;margin-top:.25rem}
.card.bad{border-left-color:var(--bad);background:var(--bad-bg)}.card.warn{border-left-color:var(--warn);border-left-style:double;background:var(--warn-bg)}
.card.good{border-left-color:var(--good);background:var(--good-bg)}
.bad .verdict,.is-bad{color:var(--bad)}.warn .verdict,.is-warn{color:var(--warn)}.good .verdict,.is-good{color:var(--good)}
.card.bad .what,.card.warn .what,.card.good .what{color:var(--text)}
.todo{padding:.2rem 1rem .4rem;border:2px solid var(--text);border-radius:6px;margin:1rem 0}
.todo h2,.todo h3{border:0;padding:0;margin:.6rem 0 .3rem;font-size:1.12rem}
.tag{display:inline-block;padding:0 .5em;border:1px solid currentColor;border-radius:4px;font-size:.8rem;font-weight:600;line-height:1.55;white-space:nowrap}
.tag.quiet{color:var(--dim);font-weight:400}
.writer{border:1px solid var(--line);border-radius:8px;margin:1rem 0;padding:0 1rem .6rem}
.writer>h3,.writer>h4{margin:.8rem 0 .2rem}
.object{margin:.9rem 0 0}
.object>h4,.object>h5{margin:.6rem 0 .3rem;font-size:1rem}
.field{border-left:4px solid var(--line);padding:.1rem 0 .1rem .8rem;margin:.7rem 0}
.field.open{border-left-color:var(--bad);border-left-style:solid}.field.alert{border-left-color:var(--warn);border-left-style:double;border-left-width:6px}.field.settled{border-left-style:dotted;border-left-color:var(--dim)}
.field>p{margin:.2rem 0}
.path{font-weight:600}th,td{overflow-wrap:normal}th code{display:block;min-width:11rem;overflow-wrap:anywhere}
.values{margin:.35rem 0;display:grid;grid-template-columns:max-content minmax(0,1fr);font-size:.95em;border:1px solid var(--line);border-radius:6px;overflow:hidden}
.values dt,.values dd{margin:0;padding:.2rem .6rem}
.values dt{color:var(--text)}
.values dd{white-space:pre-wrap;overflow-wrap:anywhere}
.values .d{background:var(--bad-bg)}.values .l{background:var(--good-bg)}
.lines{padding:0;overflow:hidden}.lines span{display:block;padding:0 .75rem}
.lines .removed{background:var(--bad-bg)}.lines .added{background:var(--good-bg)}.lines .at{color:var(--dim);background:var(--plain-bg)}
del,ins{text-decoration:none}
details{margin:.4rem 0}
summary{cursor:pointer;padding:.2rem 0;color:var(--link)}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem .9rem}
.facts dt{color:var(--dim)}.facts dd{margin:0}
.scroll{overflow-x:auto;margin:.6rem 0;border:1px solid var(--line);border-radius:6px;padding:.3rem}
table{border-collapse:collapse;width:100%;font-size:.94rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .7rem .35rem .3rem;border-bottom:1px solid var(--line)}
tbody tr:last-child>*{border-bottom:0}
th{font-weight:600}th,td{overflow-wrap:normal}th code{display:block;min-width:11rem;overflow-wrap:anywhere}
td>span{white-space:nowrap}
.num{text-align:right}
figure{margin:1rem 0}
figcaption{color:var(--dim);font-size:.92rem;margin-bottom:.3rem}
svg{display:block;max-width:none}
svg text{fill:var(--text);font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif;font-size:13px;paint-order:stroke;stroke:var(--bg);stroke-width:3px;stroke-linejoin:round}
svg text.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:12px}
svg text.dim{fill:var(--dim)}svg text.strong{font-weight:650}
svg .rule{stroke:var(--line);stroke-width:1}svg .faint{stroke:var(--line);stroke-width:1;stroke-dasharray:2 4}
svg .box{fill:var(--panel);stroke:var(--text);stroke-width:1.2}svg .box.stop{stroke-width:3;stroke:var(--bad);fill:var(--bad-bg)}svg .box.start{stroke-dasharray:5 3}
svg .arrow{stroke:var(--text);stroke-width:1.6;fill:none}svg .arrow.doubtful{stroke-dasharray:5 4}svg .head{fill:var(--text)}
svg .zebra{fill:var(--panel)}
${[1, 2, 3, 4, 5, 6, 7].map((n) => `svg .s${n}{stroke:var(--mark-${n})}svg .f${n}{fill:var(--mark-${n})}`).join('')}
svg .lane{stroke-width:2;fill:none}svg .lane.unowned{stroke-dasharray:2 4}svg .ring{fill:var(--bg);stroke-width:2}svg .span{stroke-width:3;stroke-dasharray:1 4;stroke-linecap:round}
.owned{font-size:.84rem;overflow-x:auto;border:1px solid var(--line);border-radius:6px}
.owned table{font-size:inherit}.owned td,.owned th{padding:.05rem .7rem;border:0}
.owned tr.first>*{border-top:1px solid var(--line)}
.owned td.yaml{white-space:pre-wrap;width:60%}
.owned td.who{width:40%}
.steps>li{margin:1rem 0}
.story{list-style:none;padding:0}
.story>li{display:grid;grid-template-columns:13.5rem minmax(0,1fr);gap:0 1rem;padding:.45rem 0;border-bottom:1px solid var(--line);margin:0}
.story p{margin:0}
footer{margin-top:2.5rem;padding-top:.8rem;padding-bottom:2rem;color:var(--dim);font-size:.9rem;border-top:1px solid var(--line)}
@media (max-width:40rem){body{font-size:15px}h1{font-size:1.5rem}.story>li{grid-template-columns:minmax(0,1fr)}.facts{grid-template-columns:minmax(0,1fr)}.facts dt{margin-top:.3rem}
.writer{padding:0 .7rem .4rem}.values{grid-template-columns:minmax(0,1fr)}}
@media print{:root{--bg:#fff;--panel:#f5f7f9;--line:#b5bdc6;--text:#000;--dim:#444;--link:#000;--bad:#8c1a0a;--bad-bg:#fff;--warn:#5c3900;--warn-bg:#fff;
--good:#084d28;--good-bg:#fff;--plain-bg:#fff;--mark-1:#8c1a0a;--mark-2:#083f87;--mark-3:#084d28;--mark-4:#5b2a7d;--mark-5:#5c3900;--mark-6:#084c55;--mark-7:#444}
body{font-size:10.5pt}header,main,footer{max-width:none;padding:0}.skip,nav.contents{display:none}
h1,h2,h3,h4,h5{break-after:avoid}.card,.field,figure,tr,.steps>li,.story>li{break-inside:avoid}
details::details-content{content-visibility:visible;block-size:auto}
.scroll,.owned{overflow:visible;border:0}svg{max-width:100%;height:auto}a{text-decoration:none}}
`;

/** For the page's Content-Security-Policy: this style sheet and nothing else that a value could smuggle in. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;
