# Varnish 7 with the xkey module (Debian: varnish, varnish-modules) as the shared cache of free reads, between nginx and the webs. Pages,
# payments and uploads do not pass through it (nginx.conf). Start it with
#   varnishd -f /etc/varnish/cairn.vcl -a http=127.0.0.1:6081 -a purge=127.0.0.1:6082 -s malloc,1g -p thread_pool_min=200
# CDN_PURGE_URL of webs and workers is then http://127.0.0.1:6082/. Only workers may reach that port. TRUSTED_PROXIES of the webs must
# have the addresses that Varnish and nginx are seen from.
vcl 4.1;

import directors;
import std;
import xkey;

backend web_a {
	.host = "127.0.0.1";
	.port = "3000";
	.connect_timeout = 2s;
}
backend web_b {
	.host = "127.0.0.1";
	.port = "3001";
	.connect_timeout = 2s;
}

sub vcl_init {
	new webs = directors.round_robin();
	webs.add_backend(web_a);
	webs.add_backend(web_b);
}

sub vcl_recv {
	if (local.socket == "purge") {
		if (req.method != "POST" || !req.http.Surrogate-Key) {
			return (synth(400));
		}
		set req.http.Purged = xkey.purge(req.http.Surrogate-Key);
		return (synth(200));
	}
	set req.backend_hint = webs.backend();
	# What may pay, sign in or change something is never looked up.
	if ((req.method != "GET" && req.method != "HEAD") || req.http.Authorization || req.http.Payment-Signature) {
		return (pass);
	}
	# Free reads use no cookie. Without it, no answer can depend on one. The other two make the framework answer with a redirect or
	# without a body.
	unset req.http.Cookie;
	unset req.http.RSC;
	unset req.http.X-Middleware-Prefetch;
	return (hash);
}

sub vcl_backend_response {
	# Stored is only what says so. Refusals and failed checks have no-store.
	if (beresp.http.Cache-Control !~ "\bpublic\b" || beresp.http.Set-Cookie || beresp.status >= 300) {
		set beresp.uncacheable = true;
		set beresp.ttl = 120s;
		return (deliver);
	}
	# Varnish would send an answer for ten more seconds than it may.
	if (beresp.http.Cache-Control !~ "stale-while-revalidate") {
		set beresp.grace = 0s;
	}
	set beresp.keep = 0s;
	# What Varnish is told to drop, it may store for longer than other caches.
	if (beresp.http.Surrogate-Key && beresp.http.CDN-Cache-Control ~ "max-age=\d+") {
		set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=(\d+).*$", "\1s"), 1s);
		set beresp.grace = 60s;
	}
	# The framework adds headers of its pages to Vary. No answer that is stored depends on them.
	set beresp.http.Vary = regsuball(beresp.http.Vary, "(?i)(, *)?\b(rsc|next-router-[a-z-]+)\b", "");
	set beresp.http.Vary = regsub(beresp.http.Vary, "^[, ]+", "");
	if (beresp.http.Vary == "") {
		unset beresp.http.Vary;
	}
	set beresp.http.xkey = beresp.http.Surrogate-Key;
	return (deliver);
}

sub vcl_backend_error {
	# A web that restarts refuses connections: the next one is asked. Free reads may be sent twice.
	if (bereq.retries == 0 && (bereq.method == "GET" || bereq.method == "HEAD")) {
		return (retry);
	}
}

sub vcl_deliver {
	unset resp.http.xkey;
	unset resp.http.Surrogate-Key;
	unset resp.http.Cache-Tag;
	unset resp.http.CDN-Cache-Control;
	unset resp.http.Surrogate-Control;
}

sub vcl_synth {
	if (local.socket == "purge") {
		set resp.http.Content-Type = "text/plain";
		synthetic("Purged: " + req.http.Purged);
		return (deliver);
	}
}
