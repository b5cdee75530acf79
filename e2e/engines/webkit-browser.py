"""A browser around WebKitGTK that stores data and keeps pages in the back/forward cache, as Safari does.

Under automation, WebKit's own MiniBrowser stores nothing and does not report errors of pages. This browser appends them
to a file, one per line. Usage: webkit-browser.py DATA_FOLDER ERROR_FILE
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

WIDTH, HEIGHT = 390, 844

# WebKit prints no console messages while it is automated, so each page reports its own errors.
REPORT_ERRORS = """
  const report = text => webkit.messageHandlers.errors.postMessage(String(text))
  addEventListener('error', ({ message, error }) => message !== undefined && report(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => report(`unhandled rejection: ${reason} on ${location.pathname}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report('refused by ' + violatedDirective + ': ' + blockedURI))
  const log = console.error
  console.error = (...all) => { report(all.join(' ')); log.apply(console, all) }
"""

data_folder, error_file = sys.argv[1:3]
error_output = open(error_file, "a", buffering=1)


def report_error(text):
    error_output.write(text.replace("\n", " ") + "\n")


def report_resource(_view, resource, _request):
    def finished(resource):
        response = resource.get_response()
        if response is not None and response.get_status_code() >= 400:
            report_error(f"{response.get_status_code()} {resource.get_uri()}")

    resource.connect("finished", finished)


content = WebKit2.UserContentManager()
content.register_script_message_handler("errors")
content.connect("script-message-received::errors", lambda _, message: report_error(message.get_js_value().to_string()))
content.add_script(
    WebKit2.UserScript.new(
        "{" + REPORT_ERRORS + "}",
        WebKit2.UserContentInjectedFrames.ALL_FRAMES,
        WebKit2.UserScriptInjectionTime.START,
        None,
        None,
    )
)

manager = WebKit2.WebsiteDataManager(
    base_data_directory=data_folder, base_cache_directory=os.path.join(data_folder, "cache")
)
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_cache_model(WebKit2.CacheModel.WEB_BROWSER)
context.set_preferred_languages(["en-US"])
context.set_automation_allowed(True)


def new_view(_session):
    view = WebKit2.WebView(
        web_context=context, user_content_manager=content, is_controlled_by_automation=True
    )
    view.get_settings().set_enable_page_cache(True)
    view.connect("resource-load-started", report_resource)
    window = Gtk.Window()
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _view: window.destroy())
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitGTK")
    info.set_version(
        WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    )
    session.set_application_info(info)
    session.connect("create-web-view::window", new_view)
    session.connect("create-web-view::tab", new_view)


context.connect("automation-started", start)
Gtk.main()
